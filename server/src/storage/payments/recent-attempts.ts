/**
 * What somebody tried to pay or to keep lately and what became of it, read from the attempts and the
 * wishes for methods themselves: there is no second book that could be wrong.
 */
import { type Instant, instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../database.ts';
import { capabilities } from '../schema/access.ts';

export type Try = { at: Instant; isRefused: boolean };

type LinkKey = { companyId: CompanyId; linkId: string };

const triesSchema = z.array(
  z.object({
    at: z.string().transform((at) => instant(new Date(at).toISOString())),
    isRefused: z.boolean(),
  }),
);

/** Of one link or one customer, oldest first, without what succeeded or was never sent. */
export async function listTries(
  tx: Tx,
  { companyId, actor, since }: { companyId: CompanyId; actor: string; since: Instant },
): Promise<Try[]> {
  const { rows } = await tx.execute(sql`
    select a.created_at as at, a.state = 'FAILED' as "isRefused"
    from idempotency_keys k
    join attempts a on a.company_id = k.company_id and a.id = k.attempt_id
    where k.company_id = ${companyId} and k.scope = ${actor} and a.created_at > ${since}
      and a.state not in ('SUCCEEDED', 'PENDING', 'RETURNED')
      and coalesce(a.response_code, '') not in ('not_sent', 'never_seen')
    union all
    select created_at, state = 'FAILED' from method_setups
    where company_id = ${companyId} and actor = ${actor} and created_at > ${since}
      and is_new and state <> 'KEPT'
    order by 1`);
  return triesSchema.parse(rows);
}

/** One at a time from one address: whoever counts next sees what this transaction has written. */
export async function lockAddress(tx: Tx, address: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address:${address}`}, 0))`);
}

export async function countRefusalsOfAddress(
  tx: Tx,
  { address, since, inFlightSince }: { address: string; since: Instant; inFlightSince: Instant },
): Promise<number> {
  const { rows } = await tx.execute<{ count: string }>(
    sql`select refusals_of_address(${address}, ${since}, ${inFlightSince}) as count`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Of the company in whose name the transaction runs, whoever the payer is. */
export async function countCompanyTries(
  tx: Tx,
  since: Instant,
): Promise<{ tries: number; refusals: number }> {
  const { rows } = await tx.execute<{ tries: string; refusals: string }>(
    sql`select tries, refusals from tries_of_own_company(${since})`,
  );
  return { tries: Number(rows[0]?.tries ?? 0), refusals: Number(rows[0]?.refusals ?? 0) };
}

function isLink({ companyId, linkId }: LinkKey) {
  return and(eq(capabilities.companyId, companyId), eq(capabilities.id, linkId));
}

export async function findUnlockedAt(tx: Tx, key: LinkKey): Promise<Instant | null> {
  const [row] = await tx
    .select({ unlockedAt: capabilities.unlockedAt })
    .from(capabilities)
    .where(isLink(key));
  return row?.unlockedAt ?? null;
}

/** False when the company has no such link. */
export async function unlockCapability(tx: Tx, key: LinkKey, at: Instant): Promise<boolean> {
  const unlocked = await tx
    .update(capabilities)
    .set({ unlockedAt: at })
    .where(isLink(key))
    .returning({ id: capabilities.id });
  return unlocked.length > 0;
}
