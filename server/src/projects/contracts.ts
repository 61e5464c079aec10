/** A customer's contracts: a single contract, pages of them, and the totals by status. */

import type { Instant } from '@quittance/contract/dates';
import type { ContractId } from '@quittance/contract/ids';
import { type Cents, cents } from '@quittance/contract/money';
import type { ContractQuery } from '@quittance/contract/projects/contract-schemas';
import type { ContractStatus } from '@quittance/contract/vocabulary';
import { and, asc, count, desc, eq, gt, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, matching } from '../platform/database/keys.ts';
import { containing } from '../platform/database/like.ts';
import { findRow } from '../platform/database/rows.ts';
import { sessions } from '../schema/access.ts';
import { contracts } from '../schema/projects.ts';

export type ContractRow = typeof contracts.$inferSelect;

function isOwn({ companyId, customerId }: CustomerKey) {
  return matching(contracts, { companyId, customerId });
}

export async function findContract(
  tx: Tx,
  { companyId, customerId }: CustomerKey,
  contractId: ContractId,
): Promise<ContractRow | null> {
  return findRow(tx, contracts, { companyId, customerId, id: contractId });
}

/** Returns null once the session that requested the contract has ended. */
export async function findContractInSession(
  tx: Tx,
  owner: CustomerKey,
  { contractId, sessionId, now }: { contractId: ContractId; sessionId: string; now: Instant },
): Promise<ContractRow | null> {
  const [row] = await tx
    .select({ contract: contracts })
    .from(contracts)
    .innerJoin(
      sessions,
      matching(sessions, { companyId: contracts.companyId, customerId: contracts.customerId }),
    )
    .where(
      and(
        isOwn(owner),
        eq(contracts.id, contractId),
        matching(sessions, { id: sessionId, revokedAt: null }),
        gt(sessions.expiresAt, now),
      ),
    );
  return row?.contract ?? null;
}

const ORDERS = {
  date: [asc(contracts.signedOn), asc(contracts.id)],
  '-date': [desc(contracts.signedOn), desc(contracts.id)],
  amount: [asc(contracts.amountCents), asc(contracts.id)],
  '-amount': [desc(contracts.amountCents), desc(contracts.id)],
} as const;

export type ContractFilter = {
  owner: CustomerKey;
  statuses: readonly ContractStatus[];
  search: string | null;
};

function isListed({ owner, statuses, search }: ContractFilter) {
  const pattern = search ? containing(search) : null;
  return and(
    isOwn(owner),
    inArray(contracts.status, [...statuses]),
    pattern
      ? or(ilike(contracts.contractRef, pattern), ilike(contracts.typeName, pattern))
      : undefined,
  );
}

export type ContractPage = {
  sort: NonNullable<ContractQuery['sort']>;
  page: number;
  limit: number;
};

export async function listContracts(
  tx: Tx,
  filter: ContractFilter,
  { sort, page, limit }: ContractPage,
): Promise<{ rows: ContractRow[]; total: number }> {
  const total = await tx.$count(contracts, isListed(filter));
  const rows = await tx
    .select()
    .from(contracts)
    .where(isListed(filter))
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows, total };
}

export type StatusTotals = {
  status: ContractStatus;
  count: number;
  amountCents: Cents;
  paidCents: Cents;
};

export async function totalsByStatus(tx: Tx, owner: CustomerKey): Promise<StatusTotals[]> {
  const rows = await tx
    .select({
      status: contracts.status,
      count: count(),
      amount: sql<string>`sum(${contracts.amountCents})`,
      paid: sql<string>`sum(${contracts.paidCents})`,
    })
    .from(contracts)
    .where(isOwn(owner))
    .groupBy(contracts.status);
  return rows.map((row) => ({
    status: row.status,
    count: row.count,
    amountCents: cents(Number(row.amount)),
    paidCents: cents(Number(row.paid)),
  }));
}
