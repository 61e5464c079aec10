/** A customer's projects, what belongs to each, and their estimates. */
import type { EstimateId, ProjectId } from '@quittance/contract/ids';
import type { Estimate, Order, Project } from '@quittance/contract/projects';
import type { QueryOf } from '@quittance/contract/routes';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { CustomerPrincipal } from '../../principal.ts';
import type { CompanyRow } from '../../storage/billing/companies.ts';
import {
  findEstimate,
  findProject,
  listEstimates,
  listOrders,
  listProjects,
  type ProjectRow,
} from '../../storage/billing/projects.ts';
import type { Tx } from '../../storage/database.ts';
import { readOwn } from '../customer-scope.ts';
import { listProjectInvoices } from '../invoices/invoices.ts';
import { listPage } from '../invoices/transactions.ts';
import { estimateOf } from './estimate-view.ts';
import { isOrderPayable } from './partial-request-view.ts';

/** Far more than anybody has; a list without pages still has an end. */
const LIST_MAX = 500;

function projectOf(row: ProjectRow): Project {
  return {
    id: row.id,
    projectName: row.projectName,
    projectRef: row.projectRef,
    status: row.status,
    totalBalance: row.totalCents,
    paidBalance: row.paidCents,
    startedOn: row.startedOn,
  };
}

export function readProjects(deps: Deps, principal: CustomerPrincipal): Promise<Project[]> {
  return readOwn(deps, principal, async (tx) => {
    const rows = await listProjects(tx, principal, LIST_MAX);
    return rows.map(projectOf);
  });
}

type Asked<Query = undefined> = {
  principal: CustomerPrincipal;
  projectId: ProjectId;
  query: Query;
};

type InProject<Result> = (tx: Tx, project: ProjectRow, company: CompanyRow) => Promise<Result>;

/** Everything of a project is asked for with the project: a foreign one has nothing. */
function inProject<Result>(
  deps: Deps,
  { principal, projectId }: Asked<unknown>,
  work: InProject<Result>,
): Promise<Result> {
  return readOwn(deps, principal, async (tx, company) => {
    const project = await findProject(tx, principal, projectId);
    if (!project) throw new AppError('NOT_FOUND');
    return work(tx, project, company);
  });
}

export function readProject(deps: Deps, asked: Asked): Promise<Project> {
  return inProject(deps, asked, async (_tx, project) => projectOf(project));
}

export function readProjectInvoices(deps: Deps, asked: Asked<QueryOf<'projectInvoices'>>) {
  return inProject(deps, asked, (tx, _project, company) =>
    listProjectInvoices(tx, deps, { ...asked, company }),
  );
}

export function readProjectTransactions(deps: Deps, asked: Asked<QueryOf<'projectTransactions'>>) {
  return inProject(deps, asked, (tx) => listPage(tx, asked));
}

export function readProjectOrders(deps: Deps, asked: Asked): Promise<Order[]> {
  return inProject(deps, asked, async (tx, { companyId, customerId, id: projectId }) => {
    const rows = await listOrders(tx, { companyId, customerId, projectId, limit: LIST_MAX });
    return rows.map((row) => ({
      id: row.id,
      orderRef: row.orderRef,
      name: row.name,
      status: row.status,
      totalBalance: row.totalCents,
      paidBalance: row.paidCents,
      isPayable: isOrderPayable(row),
    }));
  });
}

export function readProjectEstimates(deps: Deps, asked: Asked): Promise<Estimate[]> {
  return inProject(deps, asked, async (tx, { companyId, customerId, id: projectId }, company) => {
    const rows = await listEstimates(tx, { companyId, customerId, projectId, limit: LIST_MAX });
    const shown: Estimate[] = [];
    for (const row of rows) shown.push(await estimateOf(tx, deps, { ...row, company }));
    return shown;
  });
}

export function readEstimate(
  deps: Deps,
  principal: CustomerPrincipal,
  estimateId: EstimateId,
): Promise<Estimate> {
  return readOwn(deps, principal, async (tx, company) => {
    const { companyId, customerId } = principal;
    const row = await findEstimate(tx, { companyId, customerId, estimateId });
    if (!row) throw new AppError('NOT_FOUND');
    return estimateOf(tx, deps, { ...row, company });
  });
}
