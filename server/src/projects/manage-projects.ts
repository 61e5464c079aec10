/** A company adds projects with orders and estimates. Payers see and pay them in the portal. */

import type { PageQuery } from '@quittance/contract/http/pages-and-problems';
import {
  estimateIdSchema,
  orderIdSchema,
  type ProjectId,
  projectIdSchema,
} from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import type {
  NewEstimate,
  NewOrder,
  NewProject,
  ProviderEstimate,
  ProviderOrder,
  ProviderProject,
} from '@quittance/contract/projects/provider-schemas';
import type { ProjectStatus } from '@quittance/contract/vocabulary';
import { estimateTotal } from '@quittance/domain/checkout/amounts';
import { namesOfCustomers } from '../customers/customer-records.ts';
import { requireCustomer, todayOf } from '../invoices/issue-invoice.ts';
import { AppError } from '../kernel/errors.ts';
import type { Actor, ProviderDeps } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { tell } from '../platform/events/tell.ts';
import { pageFrom, pageOf } from '../platform/http/page.ts';
import {
  type EstimateRow,
  findProjectRow,
  insertEstimate,
  insertOrder,
  insertProject,
  listEstimateRows,
  listOrderRows,
  listProjectRows,
  lockProjectRow,
  type OfCustomer,
  type OrderRow,
  type ProjectRow,
  updateProject,
} from './project-records.ts';

function showProject(row: ProjectRow): ProviderProject {
  const { id, customerId, projectRef, projectName: name, status, startedOn, createdAt } = row;
  return { id, customerId, projectRef, name, status, startedOn, createdAt };
}

function showOrder(row: OrderRow): ProviderOrder {
  const { id, projectId, orderRef, name, status, createdAt } = row;
  const amounts = { total: row.totalCents, paid: row.paidCents };
  return { id, projectId, orderRef, name, status, ...amounts, createdAt };
}

function showEstimate(row: EstimateRow): ProviderEstimate {
  const { id, projectId, estimateRef, memo, status, items, expiresOn, createdAt } = row;
  const amounts = { total: row.totalCents, paid: row.paidCents };
  return { id, projectId, estimateRef, memo, status, items, ...amounts, expiresOn, createdAt };
}

type Given<Input> = { actor: Actor; input: Input };

export async function createProject(
  tx: Tx,
  deps: ProviderDeps,
  { actor, input }: Given<NewProject>,
): Promise<ProviderProject> {
  const customer = await requireCustomer(tx, actor, input);
  const row = await insertProject(tx, {
    companyId: actor.companyId,
    id: projectIdSchema.parse(deps.entropy.uuid()),
    customerId: customer.id,
    projectName: input.name,
    projectRef: input.projectRef,
    status: input.status,
    startedOn: input.startedOn ?? (await todayOf(tx, deps, actor)),
    createdAt: deps.clock.now(),
  });
  await tell(tx, deps, { actor, action: 'project.created', object: row });
  return showProject(row);
}

type ProjectChange = { name?: string | undefined; status?: ProjectStatus | undefined };

export async function changeProject(
  tx: Tx,
  deps: ProviderDeps,
  { actor, projectId, change }: { actor: Actor; projectId: ProjectId; change: ProjectChange },
): Promise<ProviderProject> {
  const key = { companyId: actor.companyId, projectId };
  if (!(await lockProjectRow(tx, key))) throw new AppError('NOT_FOUND');
  const { name, status } = change;
  const row = await updateProject(tx, key, {
    ...(name === undefined ? {} : { projectName: name }),
    ...(status === undefined ? {} : { status }),
  });
  await tell(tx, deps, { actor, action: 'project.changed', object: row });
  return showProject(row);
}

async function requireProject(tx: Tx, { companyId }: Actor, projectId: ProjectId) {
  const project = await findProjectRow(tx, { companyId, projectId });
  if (!project) throw new AppError('NOT_FOUND');
  return project;
}

type InProject<Input> = Given<Input> & { projectId: ProjectId };

export async function createOrder(
  tx: Tx,
  deps: ProviderDeps,
  { actor, projectId, input }: InProject<NewOrder>,
): Promise<ProviderOrder> {
  const { companyId, customerId } = await requireProject(tx, actor, projectId);
  const { total: totalCents, ...order } = input;
  const id = orderIdSchema.parse(deps.entropy.uuid());
  const whose = { companyId, id, customerId, projectId };
  const row = await insertOrder(tx, {
    ...whose,
    ...order,
    totalCents,
    paidCents: ZERO,
    createdAt: deps.clock.now(),
  });
  await tell(tx, deps, { actor, action: 'order.created', object: row, detail: { totalCents } });
  return showOrder(row);
}

export async function createEstimate(
  tx: Tx,
  deps: ProviderDeps,
  { actor, projectId, input }: InProject<NewEstimate>,
): Promise<ProviderEstimate> {
  const { companyId, customerId } = await requireProject(tx, actor, projectId);
  const id = estimateIdSchema.parse(deps.entropy.uuid());
  const totalCents = estimateTotal(input.items);
  const row = await insertEstimate(tx, {
    companyId,
    id,
    customerId,
    projectId,
    ...input,
    status: 'Open',
    totalCents,
    createdAt: deps.clock.now(),
  });
  const detail = { totalCents };
  await tell(tx, deps, { actor, action: 'estimate.created', object: row, detail });
  return showEstimate(row);
}

type Listed = PageQuery & Omit<OfCustomer, 'companyId'>;

export async function listProjects(tx: Tx, { companyId }: Actor, query: Listed) {
  const { customerId, ...rest } = query;
  const page = pageFrom(rest);
  const rows = await listProjectRows(tx, { filter: { companyId, customerId }, page });
  return pageOf(rows, page, async (shown) => {
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
