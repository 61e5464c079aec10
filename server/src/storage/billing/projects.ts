/** Projects with their orders and estimates, always with their owner in the query. */
import type { Instant } from '@quittance/contract/dates';
import type {
  CompanyId,
  CustomerId,
  EstimateId,
  ProjectId,
  RequestId,
} from '@quittance/contract/ids';
import { type Cents, cents } from '@quittance/contract/money';
import { and, asc, desc, eq, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { invoices, requests } from '../schema/invoices.ts';
import { estimates, orders, projects } from '../schema/projects.ts';
import type { OrderRow } from './partial-requests.ts';

type Owner = { companyId: CompanyId; customerId: CustomerId };

export type ProjectRow = typeof projects.$inferSelect & { totalCents: Cents; paidCents: Cents };

/** What is billed and what is ordered; drafts and cancelled orders are neither. */
function sumOf(invoiceColumn: SQL, orderColumn: SQL) {
  const ofInvoices = sql`select sum(${invoiceColumn}) from ${invoices}
    where ${invoices.companyId} = ${projects.companyId} and ${invoices.projectId} = ${projects.id}
      and ${ne(invoices.status, 'DRAFT')}`;
  const ofOrders = sql`select sum(${orderColumn}) from ${orders}
    where ${orders.companyId} = ${projects.companyId} and ${orders.projectId} = ${projects.id}
      and ${notInArray(orders.status, ['Draft', 'Canceled'])}`;
  return sql<string>`coalesce((${ofInvoices}), 0) + coalesce((${ofOrders}), 0)`;
}

function selectProjects(tx: Tx) {
  return tx
    .select({
      project: projects,
      totalCents: sumOf(sql`${invoices.totalCents}`, sql`${orders.totalCents}`),
      paidCents: sumOf(sql`${invoices.paidCents}`, sql`${orders.paidCents}`),
    })
    .from(projects);
}

type Selected = Awaited<ReturnType<typeof selectProjects>>[number];

function toRow({ project, totalCents, paidCents }: Selected): ProjectRow {
  return {
    ...project,
    totalCents: cents(Number(totalCents)),
    paidCents: cents(Number(paidCents)),
  };
}

function isOwn({ companyId, customerId }: Owner) {
  return and(eq(projects.companyId, companyId), eq(projects.customerId, customerId));
}

export async function listProjects(tx: Tx, owner: Owner, limit: number): Promise<ProjectRow[]> {
  const rows = await selectProjects(tx)
    .where(isOwn(owner))
    .orderBy(desc(projects.startedOn), desc(projects.id))
    .limit(limit);
  return rows.map(toRow);
}

export async function findProject(
  tx: Tx,
  owner: Owner,
  projectId: ProjectId,
): Promise<ProjectRow | null> {
  const [row] = await selectProjects(tx).where(and(isOwn(owner), eq(projects.id, projectId)));
  return row ? toRow(row) : null;
}

type OfProject = Owner & { projectId: ProjectId; limit: number };

export async function listOrders(tx: Tx, asked: OfProject): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.companyId, asked.companyId),
        eq(orders.customerId, asked.customerId),
        eq(orders.projectId, asked.projectId),
      ),
    )
    .orderBy(asc(orders.orderRef), asc(orders.id))
    .limit(asked.limit);
}

export type EstimateRow = typeof estimates.$inferSelect;

function selectEstimates(tx: Tx) {
  return tx
    .select({ estimate: estimates, requestId: requests.id })
    .from(estimates)
    .leftJoin(
      requests,
      and(eq(requests.companyId, estimates.companyId), eq(requests.estimateId, estimates.id)),
    );
}

/** With the request it is paid through, once it has one. */
export type ShownEstimate = Awaited<ReturnType<typeof selectEstimates>>[number];

export async function listEstimates(tx: Tx, asked: OfProject): Promise<ShownEstimate[]> {
  return selectEstimates(tx)
    .where(
      and(
        eq(estimates.companyId, asked.companyId),
        eq(estimates.customerId, asked.customerId),
        eq(estimates.projectId, asked.projectId),
      ),
    )
    .orderBy(desc(estimates.createdAt), desc(estimates.id))
    .limit(asked.limit);
}

type OwnEstimate = Owner & { estimateId: EstimateId };

function isOwnEstimate({ companyId, customerId, estimateId }: OwnEstimate) {
  return and(
    eq(estimates.companyId, companyId),
    eq(estimates.customerId, customerId),
    eq(estimates.id, estimateId),
  );
}

export async function findEstimate(tx: Tx, own: OwnEstimate): Promise<ShownEstimate | null> {
  const [row] = await selectEstimates(tx).where(isOwnEstimate(own));
  return row ?? null;
}

export async function lockEstimate(tx: Tx, own: OwnEstimate): Promise<EstimateRow | null> {
  const [row] = await tx.select().from(estimates).where(isOwnEstimate(own)).for('update');
  return row ?? null;
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
