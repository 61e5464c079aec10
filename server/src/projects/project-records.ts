/** A company's projects with their orders and estimates, and its contracts. */
import type { CreatedRange } from '@quittance/contract/http/pages-and-problems';
import type {
  CompanyId,
  ContractId,
  CustomerId,
  EstimateId,
  ProjectId,
} from '@quittance/contract/ids';
import { and, asc } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { hasReference, matching, type OrderKey } from '../platform/database/keys.ts';
import { isAfterCursor, isCreatedIn, type Page, readPage } from '../platform/database/pages.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { contracts, estimates, orders, projects } from '../schema/projects.ts';

export type ProjectRow = typeof projects.$inferSelect;
export type OrderRow = typeof orders.$inferSelect;
export type EstimateRow = typeof estimates.$inferSelect;
export type ContractRow = typeof contracts.$inferSelect;

export type ProjectKey = { companyId: CompanyId; projectId: ProjectId };
export type ContractKey = { companyId: CompanyId; contractId: ContractId };

export async function findProjectRow(
  tx: Tx,
  { companyId, projectId }: ProjectKey,
): Promise<ProjectRow | null> {
  return findRow(tx, projects, { companyId, id: projectId });
}

export async function findOrderRow(
  tx: Tx,
  { companyId, orderId }: OrderKey,
): Promise<OrderRow | null> {
  return findRow(tx, orders, { companyId, id: orderId });
}

export async function findEstimateRow(
  tx: Tx,
  { companyId, estimateId }: { companyId: CompanyId; estimateId: EstimateId },
): Promise<EstimateRow | null> {
  return findRow(tx, estimates, { companyId, id: estimateId });
}

export async function findContractRow(
  tx: Tx,
  { companyId, contractId }: ContractKey,
): Promise<ContractRow | null> {
  return findRow(tx, contracts, { companyId, id: contractId });
}

/** Ignores case. */
export async function findContractByRef(
  tx: Tx,
  { companyId, contractRef }: { companyId: CompanyId; contractRef: string },
): Promise<ContractRow | null> {
  const isNamed = hasReference(contracts.contractRefKey, contractRef);
  const isOwn = matching(contracts, { companyId });
  return firstRow(tx.select().from(contracts).where(and(isOwn, isNamed)));
}

type Filter<Status> = CreatedRange & {
  companyId: CompanyId;
  customerId?: CustomerId | undefined;
  status?: Status | readonly Status[] | undefined;
};

const given = <Status>({ companyId, customerId, status }: Filter<Status>) => ({
  companyId,
  ...(customerId ? { customerId } : {}),
  ...(status ? { status } : {}),
});

export type ProjectFilter = Filter<ProjectRow['status']> & { projectRef?: string | undefined };
export type ContractFilter = Filter<ContractRow['status']> & { contractRef?: string | undefined };

export async function listProjectRows(
  tx: Tx,
  { filter, page }: { filter: ProjectFilter; page: Page },
): Promise<ProjectRow[]> {
  const { projectRef } = filter;
  const isWanted = and(
    matching(projects, given(filter)),
    projectRef === undefined ? undefined : hasReference(projects.projectRefKey, projectRef),
    isCreatedIn(projects, filter),
    isAfterCursor(projects, page.after),
  );
  return readPage(tx, projects, { isWanted, limit: page.limit });
}

export async function listContractRows(
  tx: Tx,
  { filter, page }: { filter: ContractFilter; page: Page },
): Promise<ContractRow[]> {
  const { contractRef } = filter;
  const isWanted = and(
    matching(contracts, given(filter)),
    contractRef === undefined ? undefined : hasReference(contracts.contractRefKey, contractRef),
    isCreatedIn(contracts, filter),
    isAfterCursor(contracts, page.after),
  );
  return readPage(tx, contracts, { isWanted, limit: page.limit });
}

export async function listOrderRows(
  tx: Tx,
  { companyId, projectId }: ProjectKey,
): Promise<OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(matching(orders, { companyId, projectId }))
    .orderBy(asc(orders.createdAt), asc(orders.id));
}

export async function listEstimateRows(
  tx: Tx,
  { companyId, projectId }: ProjectKey,
): Promise<EstimateRow[]> {
  return tx
    .select()
    .from(estimates)
    .where(matching(estimates, { companyId, projectId }))
    .orderBy(asc(estimates.createdAt), asc(estimates.id));
}
