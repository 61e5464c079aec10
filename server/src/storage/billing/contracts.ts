/** A customer's contracts: one of them, a page of many, and the totals of each status. */

import type { ContractQuery } from '@quittance/contract/contracts';
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, ContractId, CustomerId } from '@quittance/contract/ids';
import { type Cents, cents } from '@quittance/contract/money';
import type { ContractStatus } from '@quittance/contract/vocabulary';
import { and, asc, count, desc, eq, gt, ilike, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { sessions } from '../schema/access.ts';
import { contracts } from '../schema/projects.ts';
import { containing } from './invoice-list.ts';

type Owner = { companyId: CompanyId; customerId: CustomerId };

export type ContractRow = typeof contracts.$inferSelect;

function isOwn({ companyId, customerId }: Owner) {
  return and(eq(contracts.companyId, companyId), eq(contracts.customerId, customerId));
}

export async function findContract(
  tx: Tx,
  owner: Owner,
  contractId: ContractId,
): Promise<ContractRow | null> {
  const [row] = await tx
    .select()
    .from(contracts)
    .where(and(isOwn(owner), eq(contracts.id, contractId)));
  return row ?? null;
}

/** Together with the session that asked for it: once that has ended, there is nothing to find. */
export async function findContractInSession(
  tx: Tx,
  owner: Owner,
  asked: { contractId: ContractId; sessionId: string; now: Instant },
): Promise<ContractRow | null> {
  const [row] = await tx
    .select({ contract: contracts })
    .from(contracts)
    .innerJoin(
      sessions,
      and(
        eq(sessions.companyId, contracts.companyId),
        eq(sessions.customerId, contracts.customerId),
      ),
    )
    .where(
      and(
        isOwn(owner),
        eq(contracts.id, asked.contractId),
        eq(sessions.id, asked.sessionId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, asked.now),
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
  owner: Owner;
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
  const [counted] = await tx.select({ total: count() }).from(contracts).where(isListed(filter));
  const rows = await tx
    .select()
    .from(contracts)
    .where(isListed(filter))
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows, total: counted?.total ?? 0 };
}

export type StatusTotals = {
  status: ContractStatus;
  count: number;
  amountCents: Cents;
  paidCents: Cents;
};

export async function totalsByStatus(tx: Tx, owner: Owner): Promise<StatusTotals[]> {
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
