/** Adds a company's projects with orders and estimates. Payers see and pay them in the portal. */

import { changeable } from '@quittance/contract/fields';
import {
  type CustomerId,
  estimateIdSchema,
  orderIdSchema,
  type ProjectId,
  projectIdSchema,
} from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import { ESTIMATE_FIELDS, ORDER_FIELDS, PROJECT_FIELDS } from '@quittance/contract/projects/fields';
import type {
  NewEstimate,
  NewOrder,
  NewProject,
  ProjectChange,
  ProjectQuery,
  ProviderEstimate,
  ProviderOrder,
  ProviderProject,
} from '@quittance/contract/projects/provider-schemas';
import { estimateTotal } from '@quittance/domain/checkout/amounts';
import { findCustomersById, namesOfCustomers } from '../customers/customer-records.ts';
import { findNamedCustomers, requirePresent } from '../customers/manage-customers.ts';
import { findToday } from '../invoices/issue-invoice.ts';
import { AppError } from '../kernel/errors.ts';
import { onlyOutcome } from '../kernel/outcomes.ts';
import type { Actor, ProviderDeps } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  pickColumns,
  toChangedColumns,
  toFieldValues,
  toNewColumns,
} from '../platform/database/field-columns.ts';
import { findOwners, updateRows } from '../platform/database/row-sets.ts';
import { lockRow } from '../platform/database/rows.ts';
import {
  type ChangeSet,
  createObjects,
  createOne,
  type NewSet,
  recordChanges,
} from '../platform/events/write-objects.ts';
import { pageFrom, toPage } from '../platform/http/page.ts';
import { estimates, orders, projects } from '../schema/projects.ts';
import {
  type EstimateRow,
  findProjectRow,
  listEstimateRows,
  listOrderRows,
  listProjectRows,
  type OrderRow,
  type ProjectRow,
} from './project-records.ts';

function showProject(row: Omit<ProjectRow, 'projectRefKey'>): ProviderProject {
  const { id, customerId, status, createdAt } = row;
  return { id, customerId, ...toFieldValues(PROJECT_FIELDS, row), status, createdAt };
}

function showOrder(row: Omit<OrderRow, 'orderRefKey'>): ProviderOrder {
  const { id, projectId, status, totalCents: total, paidCents: paid, createdAt } = row;
  return { id, projectId, ...toFieldValues(ORDER_FIELDS, row), status, total, paid, createdAt };
}

function showEstimate(row: Omit<EstimateRow, 'estimateRefKey' | 'acceptedAt'>): ProviderEstimate {
  const { id, projectId, status, items, totalCents: total, paidCents: paid, createdAt } = row;
  const fields = toFieldValues(ESTIMATE_FIELDS, row);
  return { id, projectId, ...fields, status, items, total, paid, createdAt };
}

export async function createProjects(tx: Tx, deps: ProviderDeps, set: NewSet<NewProject>) {
  const { actor, inputs } = set;
  const customers = await findNamedCustomers(tx, actor, inputs);
  const today = await findToday(tx, deps, actor);
  const createdAt = deps.clock.now();
  return createObjects(tx, deps, {
    ...set,
    action: 'project.created',
    table: projects,
    decide: (input, index) => ({
      companyId: actor.companyId,
      customerId: requirePresent(customers[index]).id,
      id: projectIdSchema.parse(deps.entropy.uuid()),
      ...toNewColumns(PROJECT_FIELDS, input),
      status: input.status,
      startedOn: input.startedOn ?? today,
      createdAt,
    }),
  });
}

export const createProject = createOne(createProjects, showProject);

/** The caller has already locked the projects. */
export async function changeProjects(
  tx: Tx,
  deps: ProviderDeps,
  { actor, changes, options = {} }: ChangeSet<ProjectRow, ProjectChange>,
): Promise<ProjectRow[]> {
  const changed = changes.map(({ row, change }) => ({
    ...row,
    ...toChangedColumns(PROJECT_FIELDS, change),
    status: change.status ?? row.status,
  }));
  if (options.isDryRun) return changed;
  const rows = changed.map((row) => ({
    id: row.id,
    ...pickColumns(changeable(PROJECT_FIELDS), row),
    status: row.status,
  }));
  updateRows(tx, projects, { companyId: actor.companyId, rows });
  const objects = changed.map(({ id }) => ({ id }));
  await recordChanges(tx, deps, { actor, action: 'project.changed', objects });
  return changed;
}

export async function changeProject(
  tx: Tx,
  deps: ProviderDeps,
  { actor, projectId, change }: { actor: Actor; projectId: ProjectId; change: ProjectChange },
): Promise<ProviderProject> {
  const row = await lockRow(tx, projects, { companyId: actor.companyId, id: projectId });
  if (!row) throw new AppError('NOT_FOUND');
  const changes = [{ row, change }];
  return showProject(onlyOutcome(await changeProjects(tx, deps, { actor, changes })));
}

async function requireProject(tx: Tx, { companyId }: Actor, projectId: ProjectId) {
  const project = await findProjectRow(tx, { companyId, projectId });
  if (!project) throw new AppError('NOT_FOUND');
  return project;
}

type InProject<Input> = Input & { projectId: ProjectId };

/** As with other records, no project is added for a person who was erased. */
async function readProjectOwners(
  tx: Tx,
  actor: Actor,
  inputs: readonly { projectId: ProjectId }[],
): Promise<(projectId: ProjectId) => CustomerId> {
  const { companyId } = actor;
  const ids = inputs.map(({ projectId }) => projectId);
  const owners = await findOwners(tx, projects, { companyId, ids });
  const customers = await findCustomersById(tx, { companyId, customerIds: [...owners.values()] });
  return (projectId) => {
    const customerId = owners.get(projectId);
    if (!customerId) throw new AppError('NOT_FOUND');
    return requirePresent(customers.get(customerId)).id;
  };
}

export async function createOrders(tx: Tx, deps: ProviderDeps, set: NewSet<InProject<NewOrder>>) {
  const { actor, inputs } = set;
  const requireOwner = await readProjectOwners(tx, actor, inputs);
  const createdAt = deps.clock.now();
  return createObjects(tx, deps, {
    ...set,
    action: 'order.created',
    table: orders,
    decide: ({ projectId, orderRef, name, status, total }) => ({
      companyId: actor.companyId,
      customerId: requireOwner(projectId),
      id: orderIdSchema.parse(deps.entropy.uuid()),
      projectId,
      orderRef,
      name,
      status,
      totalCents: total,
      paidCents: ZERO,
      createdAt,
    }),
    detail: ({ totalCents }) => ({ totalCents }),
  });
}

export const createOrder = createOne(createOrders, showOrder);

export async function createEstimates(
  tx: Tx,
  deps: ProviderDeps,
  set: NewSet<InProject<NewEstimate>>,
) {
  const { actor, inputs } = set;
  const requireOwner = await readProjectOwners(tx, actor, inputs);
  const createdAt = deps.clock.now();
  return createObjects(tx, deps, {
    ...set,
    action: 'estimate.created',
    table: estimates,
    decide: ({ projectId, estimateRef, memo, items, expiresOn }) => ({
      companyId: actor.companyId,
      customerId: requireOwner(projectId),
      id: estimateIdSchema.parse(deps.entropy.uuid()),
      projectId,
      estimateRef,
      memo,
      status: 'Open' as const,
      items,
      totalCents: estimateTotal(items),
      paidCents: ZERO,
      expiresOn,
      createdAt,
    }),
    detail: ({ totalCents }) => ({ totalCents }),
  });
}

export const createEstimate = createOne(createEstimates, showEstimate);

export async function listProjects(tx: Tx, { companyId }: Actor, query: ProjectQuery) {
  const { limit, after, ...filter } = query;
  const page = pageFrom({ limit, after });
  const rows = await listProjectRows(tx, { filter: { companyId, ...filter }, page });
  return toPage(rows, page, async (shown) => {
    const customerIds = shown.map((row) => row.customerId);
    const names = await namesOfCustomers(tx, companyId, customerIds);
    return shown.map((row) => ({
      ...showProject(row),
      customerName: names.get(row.customerId) ?? '',
    }));
  });
}

export async function getProject(tx: Tx, actor: Actor, projectId: ProjectId) {
  return showProject(await requireProject(tx, actor, projectId));
}

export async function listOrders(tx: Tx, actor: Actor, projectId: ProjectId) {
  const { companyId } = await requireProject(tx, actor, projectId);
  return { data: (await listOrderRows(tx, { companyId, projectId })).map(showOrder) };
}

export async function listEstimates(tx: Tx, actor: Actor, projectId: ProjectId) {
  const { companyId } = await requireProject(tx, actor, projectId);
  return { data: (await listEstimateRows(tx, { companyId, projectId })).map(showEstimate) };
}
