/** Projects with their orders and estimates, always queried with their owner. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, EstimateId, ProjectId, RequestId } from '@quittance/contract/ids';
import { type Cents, cents } from '@quittance/contract/money';
import { and, asc, desc, eq, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching, references } from '../platform/database/keys.ts';
import { firstRow } from '../platform/database/rows.ts';
import { invoices, requests } from '../schema/invoices.ts';
import { estimates, orders, projects } from '../schema/projects.ts';
import type { OrderRow } from './orders.ts';

export type ProjectRow = typeof projects.$inferSelect & { totalCents: Cents; paidCents: Cents };

/** Sums invoices and orders, except drafts and canceled orders. */
function sumSql(companyId: CompanyId, invoiceColumn: SQL, orderColumn: SQL) {
  const ofInvoices = sql`select sum(${invoiceColumn}) from ${invoices}
    where ${invoices.companyId} = ${companyId}::uuid and ${invoices.projectId} = ${projects.id}
      and ${ne(invoices.status, 'DRAFT')}`;
  const ofOrders = sql`select sum(${orderColumn}) from ${orders}
    where ${orders.companyId} = ${companyId}::uuid and ${orders.projectId} = ${projects.id}
      and ${notInArray(orders.status, ['Draft', 'Canceled'])}`;
  return sql<string>`coalesce((${ofInvoices}), 0) + coalesce((${ofOrders}), 0)`;
}

function selectProjects(tx: Tx, companyId: CompanyId) {
  return tx
    .select({
      project: projects,
      totalCents: sumSql(companyId, sql`${invoices.totalCents}`, sql`${orders.totalCents}`),
      paidCents: sumSql(companyId, sql`${invoices.paidCents}`, sql`${orders.paidCents}`),
    })
    .from(projects);
}

type ProjectSelection = Awaited<ReturnType<typeof selectProjects>>[number];

function toRow({ project, totalCents, paidCents }: ProjectSelection): ProjectRow {
  return {
    ...project,
    totalCents: cents(Number(totalCents)),
    paidCents: cents(Number(paidCents)),
  };
}

function isOwn({ companyId, customerId }: CustomerKey) {
  return matching(projects, { companyId, customerId });
}

export async function listProjects(
  tx: Tx,
  owner: CustomerKey,
  limit: number,
): Promise<ProjectRow[]> {
  const rows = await selectProjects(tx, owner.companyId)
    .where(isOwn(owner))
    .orderBy(desc(projects.startedOn), desc(projects.id))
    .limit(limit);
  return rows.map(toRow);
}

export async function findProject(
  tx: Tx,
  owner: CustomerKey,
  projectId: ProjectId,
): Promise<ProjectRow | null> {
  const [row] = await selectProjects(tx, owner.companyId).where(
    and(isOwn(owner), eq(projects.id, projectId)),
  );
  return row ? toRow(row) : null;
}

type OfProject = CustomerKey & { projectId: ProjectId; limit: number };

export async function listOrders(
  tx: Tx,
  { companyId, customerId, projectId, limit }: OfProject,
): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(matching(orders, { companyId, customerId, projectId }))
    .orderBy(asc(orders.orderRef), asc(orders.id))
    .limit(limit);
}

export type EstimateRow = typeof estimates.$inferSelect;

function selectEstimates(tx: Tx) {
  return tx
    .select({ estimate: estimates, requestId: requests.id })
    .from(estimates)
    .leftJoin(requests, references(requests.estimateId, estimates));
}

export type ShownEstimate = Awaited<ReturnType<typeof selectEstimates>>[number];

export async function listEstimates(
  tx: Tx,
  { companyId, customerId, projectId, limit }: OfProject,
): Promise<ShownEstimate[]> {
  return selectEstimates(tx)
    .where(matching(estimates, { companyId, customerId, projectId }))
    .orderBy(desc(estimates.createdAt), desc(estimates.id))
    .limit(limit);
}

type OwnEstimate = CustomerKey & { estimateId: EstimateId };

function isOwnEstimate({ companyId, customerId, estimateId }: OwnEstimate) {
  return matching(estimates, { companyId, customerId, id: estimateId });
}

export async function findEstimate(tx: Tx, own: OwnEstimate): Promise<ShownEstimate | null> {
  return firstRow(selectEstimates(tx).where(isOwnEstimate(own)));
}

export async function lockEstimate(tx: Tx, own: OwnEstimate): Promise<EstimateRow | null> {
  return firstRow(tx.select().from(estimates).where(isOwnEstimate(own)).for('no key update'));
}

export async function markAccepted(tx: Tx, own: OwnEstimate, at: Instant): Promise<void> {
  await tx.update(estimates).set({ status: 'Processed', acceptedAt: at }).where(isOwnEstimate(own));
}

export async function insertEstimateRequest(
  tx: Tx,
  { companyId, customerId, estimateId }: OwnEstimate,
  { requestId, at }: { requestId: RequestId; at: Instant },
): Promise<void> {
  await tx.insert(requests).values({
    companyId,
    id: requestId,
    customerId,
    kind: 'ESTIMATE',
    estimateId,
    createdAt: at,
  });
}
