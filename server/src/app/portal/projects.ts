/** Projects with their invoices, orders, estimates and transactions; partial requests. */
import { acceptEstimate } from '../../projects/accept-estimate.ts';
import {
  createPartialRequest,
  readPartialRequest,
  updatePartialRequest,
} from '../../projects/partial-request.ts';
import {
  readEstimate,
  readProject,
  readProjectEstimates,
  readProjectInvoices,
  readProjectOrders,
  readProjects,
  readProjectTransactions,
} from '../../screens/project-pages.ts';
import { answerWith, type Call, type Handlers } from './call.ts';

type AcceptCall = Call<'acceptEstimate'> | Call<'acceptEstimateByGet'>;

const accept = answerWith('requestId', (deps, { principal, params }: AcceptCall) =>
  acceptEstimate(deps, principal, params.id),
);

export const projectHandlers = {
  projects: answerWith('projects', (deps, { principal }) => readProjects(deps, principal)),
  project: answerWith('project', (deps, { principal, params, query }) =>
    readProject(deps, { principal, projectId: params.id, query }),
  ),
  projectInvoices: async (deps, { principal, params, query }) => ({
    success: true,
    ...(await readProjectInvoices(deps, { principal, projectId: params.id, query })),
  }),
  projectOrders: answerWith('orders', (deps, { principal, params, query }) =>
    readProjectOrders(deps, { principal, projectId: params.id, query }),
  ),
  projectEstimates: answerWith('estimates', (deps, { principal, params, query }) =>
    readProjectEstimates(deps, { principal, projectId: params.id, query }),
  ),
  projectTransactions: async (deps, { principal, params, query }) => ({
    success: true,
    ...(await readProjectTransactions(deps, { principal, projectId: params.id, query })),
  }),
  estimate: answerWith('estimate', (deps, { principal, params }) =>
    readEstimate(deps, principal, params.id),
  ),
  acceptEstimate: accept,
  acceptEstimateByGet: accept,
  partialRequest: answerWith('request', (deps, { principal, params }) =>
    readPartialRequest(deps, principal, params.id),
  ),
  createPartialRequest: answerWith('request', (deps, { principal, body }) =>
    createPartialRequest(deps, principal, body.orders),
  ),
  updatePartialRequest: answerWith('request', (deps, { principal, params, body }) =>
    updatePartialRequest(deps, { principal, requestId: params.id, body }),
  ),
} satisfies Partial<Handlers>;
