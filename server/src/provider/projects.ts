/** A company adds projects with orders and estimates, and contracts. Payers see and pay them in the portal. */
import {
  type ContractId,
  contractIdSchema,
  estimateIdSchema,
  orderIdSchema,
  type ProjectId,
  projectIdSchema,
} from '@quittance/contract/ids';
import { ZERO } from '@quittance/contract/money';
import type { PageQuery } from '@quittance/contract/provider/pages-and-problems';
import type {
  NewContract,
  NewEstimate,
  NewOrder,
  NewProject,
  ProviderContract,
  ProviderEstimate,
  ProviderOrder,
  ProviderProject,
} from '@quittance/contract/provider/projects';
import type { ContractStatus, ProjectStatus } from '@quittance/contract/vocabulary';
import { estimateTotal } from '@quittance/domain/checkout/amounts';
import { AppError } from '../errors.ts';
import type { Tx } from '../storage/database.ts';
import {
  type ContractRow,
  type EstimateRow,
  findContractRow,
  findProjectRow,
  insertContract,
  insertEstimate,
  insertOrder,
  insertProject,
  listContractRows,
  listEstimateRows,
  listOrderRows,
  listProjectRows,
  lockProjectRow,
  type OfCustomer,
  type OrderRow,
  type ProjectRow,
  updateContract,
  updateProject,
} from '../storage/provider/projects.ts';
import { type Actor, type ProviderDeps, recordDeed } from './actor.ts';
import { requireCustomer, todayOf } from './invoices/issue-invoice.ts';
import { pageFrom, pageOf } from './page.ts';

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

function showContract(row: ContractRow): ProviderContract {
  const { id, customerId, contractRef, typeName, status, signedOn, createdAt } = row;
  const amounts = { amount: row.amountCents, paid: row.paidCents };
  return { id, customerId, contractRef, typeName, status, ...amounts, signedOn, createdAt };
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
  await recordDeed(tx, deps, { actor, action: 'project.created', subject: `project:${row.id}` });
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
  await recordDeed(tx, deps, { actor, action: 'project.changed', subject: `project:${projectId}` });
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
  const detail = { totalCents };
  await recordDeed(tx, deps, { actor, action: 'order.created', subject: `order:${id}`, detail });
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
    ...{ companyId, id, customerId, projectId },
    ...input,
    status: 'Open',
    totalCents,
    createdAt: deps.clock.now(),
  });
  const subject = `estimate:${id}`;
  await recordDeed(tx, deps, {
    actor,
    action: 'estimate.created',
    subject,
    detail: { totalCents },
  });
  return showEstimate(row);
}

export async function createContract(
  tx: Tx,
  deps: ProviderDeps,
  { actor, input }: Given<NewContract>,
): Promise<ProviderContract> {
  const customer = await requireCustomer(tx, actor, input);
  const row = await insertContract(tx, {
    companyId: actor.companyId,
    id: contractIdSchema.parse(deps.entropy.uuid()),
    customerId: customer.id,
    contractRef: input.contractRef,
    typeName: input.typeName,
    status: input.status,
    amountCents: input.amount,
    paidCents: ZERO,
    signedOn: input.signedOn ?? (await todayOf(tx, deps, actor)),
    createdAt: deps.clock.now(),
  });
  await recordDeed(tx, deps, { actor, action: 'contract.created', subject: `contract:${row.id}` });
  return showContract(row);
}

type ContractChange = { actor: Actor; contractId: ContractId; status: ContractStatus };

export async function changeContract(
  tx: Tx,
  deps: ProviderDeps,
  { actor, contractId, status }: ContractChange,
): Promise<ProviderContract> {
  const key = { companyId: actor.companyId, contractId };
  if (!(await findContractRow(tx, key))) throw new AppError('NOT_FOUND');
  const row = await updateContract(tx, key, { status });
  const subject = `contract:${contractId}`;
  await recordDeed(tx, deps, { actor, action: 'contract.changed', subject, detail: { status } });
  return showContract(row);
}

type Listed = PageQuery & Omit<OfCustomer, 'companyId'>;

export async function listProjects(tx: Tx, { companyId }: Actor, query: Listed) {
  const { customerId, ...rest } = query;
  const page = pageFrom(rest);
  const rows = await listProjectRows(tx, { filter: { companyId, customerId }, page });
  return pageOf(rows, page, (shown) => shown.map(showProject));
}

export async function listContracts(tx: Tx, { companyId }: Actor, query: Listed) {
  const { customerId, ...rest } = query;
  const page = pageFrom(rest);
  const rows = await listContractRows(tx, { filter: { companyId, customerId }, page });
  return pageOf(rows, page, (shown) => shown.map(showContract));
}

export async function listOrders(tx: Tx, actor: Actor, projectId: ProjectId) {
  const { companyId } = await requireProject(tx, actor, projectId);
  return { data: (await listOrderRows(tx, { companyId, projectId })).map(showOrder) };
}

export async function listEstimates(tx: Tx, actor: Actor, projectId: ProjectId) {
  const { companyId } = await requireProject(tx, actor, projectId);
  return { data: (await listEstimateRows(tx, { companyId, projectId })).map(showEstimate) };
}
