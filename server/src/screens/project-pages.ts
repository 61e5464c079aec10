/** A customer's projects with their invoices, orders, estimates and transactions. */
import type { EstimateId, ProjectId } from '@quittance/contract/ids';
import type { QueryOf } from '@quittance/contract/portal-routes';
import type { Estimate, Order, Project } from '@quittance/contract/projects/portal-schemas';
import { isOrderPayable } from '@quittance/domain/checkout/amounts';
import type { CompanyRow } from '../companies/store.ts';
import { readAsCustomer } from '../customers/customer-scope.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { loadEstimate } from '../projects/estimate-view.ts';
import {
  findEstimate,
  findProject,
  listEstimates,
  listOrders,
  listProjects,
  type ProjectRow,
} from '../projects/project-rows.ts';
import { listProjectInvoices } from './invoice-list.ts';
import { listPage } from './transactions.ts';

const LIST_MAX = 500;

function toProject(row: ProjectRow): Project {
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
  return readAsCustomer(deps, principal, async (tx) => {
    const rows = await listProjects(tx, principal, LIST_MAX);
    return rows.map(toProject);
  });
}

type ProjectQuery<Query = undefined> = {
  principal: CustomerPrincipal;
  projectId: ProjectId;
  query: Query;
};

type InProject<Result> = (tx: Tx, project: ProjectRow, company: CompanyRow) => Promise<Result>;

/** Checks that the project belongs to the customer before reading any of its data. */
function inProject<Result>(
  deps: Deps,
  { principal, projectId }: ProjectQuery<unknown>,
  work: InProject<Result>,
): Promise<Result> {
  return readAsCustomer(deps, principal, async (tx, company) => {
    const project = await findProject(tx, principal, projectId);
    if (!project) throw new AppError('NOT_FOUND');
    return work(tx, project, company);
  });
}

export function readProject(deps: Deps, input: ProjectQuery): Promise<Project> {
  return inProject(deps, input, async (_tx, project) => toProject(project));
}

export function readProjectInvoices(deps: Deps, input: ProjectQuery<QueryOf<'projectInvoices'>>) {
  return inProject(deps, input, (tx, _project, company) =>
    listProjectInvoices(tx, deps, { ...input, company }),
  );
}

export function readProjectTransactions(
  deps: Deps,
  input: ProjectQuery<QueryOf<'projectTransactions'>>,
) {
  return inProject(deps, input, (tx, _project, { timeZone }) =>
    listPage(tx, input, { clock: deps.clock, timeZone }),
  );
}

export function readProjectOrders(deps: Deps, input: ProjectQuery): Promise<Order[]> {
  return inProject(deps, input, async (tx, { companyId, customerId, id: projectId }) => {
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

export function readProjectEstimates(deps: Deps, input: ProjectQuery): Promise<Estimate[]> {
  return inProject(deps, input, async (tx, { companyId, customerId, id: projectId }, company) => {
    const rows = await listEstimates(tx, { companyId, customerId, projectId, limit: LIST_MAX });
    const shown: Estimate[] = [];
    for (const row of rows) shown.push(await loadEstimate(tx, deps, { ...row, company }));
    return shown;
  });
}

export function readEstimate(
  deps: Deps,
  principal: CustomerPrincipal,
  estimateId: EstimateId,
): Promise<Estimate> {
  return readAsCustomer(deps, principal, async (tx, company) => {
    const { companyId, customerId } = principal;
    const row = await findEstimate(tx, { companyId, customerId, estimateId });
    if (!row) throw new AppError('NOT_FOUND');
    return loadEstimate(tx, deps, { ...row, company });
  });
}
