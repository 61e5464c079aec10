/** Payer API handlers for `screens`. */

import { readAsCustomer } from '../customers/customer-scope.ts';
import { addMethod } from '../methods/add-method.ts';
import { removeMethod } from '../methods/remove-method.ts';
import { answerWith, type Handlers } from '../platform/http/portal-call.ts';
import { listInvoices, readInvoice } from './invoice-list.ts';
import { readCustomer, updateCustomer } from './profile.ts';
import {
  readEstimate,
  readProject,
  readProjectEstimates,
  readProjectInvoices,
  readProjectOrders,
  readProjects,
  readProjectTransactions,
} from './project-pages.ts';
import {
  readPublicCompany,
  readPublicCustomer,
  readPublicInvoice,
  readPublicRequest,
  readPublicTransactions,
  toPublicCompany,
} from './public-invoice.ts';
import { readPublicRecovery } from './recovery.ts';
import { listInvoiceTransactions, listTransactions } from './transactions.ts';

export const portalHandlers = {
  privateCompany: answerWith('company', (deps, { principal }) =>
    readAsCustomer(deps, principal, async (_tx, company) => toPublicCompany(deps, company)),
  ),
  customer: answerWith('debtor', (deps, { principal, params }) =>
    readCustomer(deps, principal, params.id),
  ),
  updateCustomer: answerWith('debtor', (deps, { principal, body }) =>
    updateCustomer(deps, principal, body),
  ),
  invoices: (deps, { principal, params, query }) =>
    listInvoices(deps, { principal, customerId: params.id, query }),
  invoice: answerWith('account', (deps, { principal, params }) =>
    readInvoice(deps, principal, params.id),
  ),
  transactions: (deps, { principal, params, query }) =>
    listTransactions(deps, { principal, customerId: params.id, query }),
  invoiceTransactions: answerWith('transactions', (deps, { principal, params }) =>
    listInvoiceTransactions(deps, principal, params.id),
  ),
  addMethod: async (deps, { principal, body, evidence }) => {
    const { processor, paymentInfo } = body;
    const added = await addMethod(deps, { principal, processor, paymentInfo, evidence });
    const debtor = await readCustomer(deps, principal, principal.customerId);
    return { success: true, debtor, ...added };
  },
  removeMethod: async (deps, { principal, params }) => {
    await removeMethod(deps, { principal, methodId: params.id });
    return { success: true, debtor: await readCustomer(deps, principal, principal.customerId) };
  },
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
  publicCompany: answerWith('company', (deps, { principal }) => readPublicCompany(deps, principal)),
  publicCustomer: answerWith('debtor', (deps, { principal }) =>
    readPublicCustomer(deps, principal),
  ),
  publicInvoice: answerWith('account', (deps, { principal }) => readPublicInvoice(deps, principal)),
  publicInvoiceTransactions: answerWith('transactions', (deps, { principal }) =>
    readPublicTransactions(deps, principal),
  ),
  publicRecovery: answerWith('recovery', (deps, { principal }) =>
    readPublicRecovery(deps, principal),
  ),
  publicRequest: (deps, { principal }) => readPublicRequest(deps, principal),
} satisfies Partial<Handlers>;
