/**
 * Items that need the attention of a company's staff (R76). Each kind is read from its own index, and the results
 * are merged by waiting time.
 */
import { type Instant, instantSchema, isoDateSchema } from '@quittance/contract/dates';
import {
  attemptIdSchema,
  type CompanyId,
  contactIdSchema,
  customerIdSchema,
  invoiceIdSchema,
} from '@quittance/contract/ids';
import { centsSchema } from '@quittance/contract/money';
import {
  ATTENTION_COUNT_MAX,
  ATTENTION_KINDS,
  type AttentionKind,
  attentionKindSchema,
} from '@quittance/contract/reports/attention-schemas';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { findUnexpectedRefund, lockRefund, updateRefund } from '../ledger/refunds.ts';
import { closeUnplaced, findUnplaced } from '../ledger/unplaced-charges.ts';
import { closeDifference } from '../payouts/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { findRow } from '../platform/database/rows.ts';
import { contacts } from '../schema/customers.ts';
import { attempts } from '../schema/payments.ts';
import { payoutDifferences } from '../schema/payouts.ts';
import { type AttentionCursor, attentionSources, type Source } from './attention-sources.ts';

export type { AttentionCursor } from './attention-sources.ts';

export type AttentionFilter = {
  companyId: CompanyId;
  kind?: AttentionKind | undefined;
  /** Kinds about records that the reader may not see. */
  except?: readonly AttentionKind[];
  now: Instant;
  heldBefore: Instant;
};

const NULLS = {
  customerId: sql`null::uuid`,
  invoiceId: sql`null::uuid`,
  attemptId: sql`null::uuid`,
  amount: sql`null::bigint`,
  code: sql`null::text`,
  inquiryKind: sql`null::text`,
  months: sql`null::integer`,
  date: sql`null::date`,
  state: sql`null::text`,
  brand: sql`null::text`,
  last4: sql`null::text`,
};

const isAfter = ({ since }: Source, cursor: AttentionCursor) =>
  sql`(${since}, t.id) > (${cursor.since}::timestamptz, ${cursor.id}::uuid)`;

type AttentionQueryParts = { filter: AttentionFilter; after: AttentionCursor | null; limit: SQL };

function pageOfSource(source: Source, { filter, after, limit }: AttentionQueryParts): SQL {
  const shown = { ...NULLS, ...source };
  const condition = after
    ? sql`and ${source.isAfter ? source.isAfter(after) : isAfter(source, after)}`
    : sql``;
  return sql`(select ${sql.raw(`'${source.kind}'`)}::text as kind, t.id, ${source.since} as since,
      ${shown.customerId} as customer_id, ${shown.invoiceId} as invoice_id,
      ${shown.attemptId} as attempt_id, ${shown.amount} as amount, ${shown.code} as code,
      ${shown.inquiryKind} as inquiry_kind, ${shown.months} as months, ${shown.date} as date,
      ${shown.state} as state, ${shown.brand} as brand, ${shown.last4} as last4
    from ${source.table} t
    where t.company_id = ${filter.companyId} and ${source.isOpen} ${condition}
    order by ${source.orderedBy ?? source.since}, t.id limit ${limit})`;
}

const rowSchema = z.object({
  kind: attentionKindSchema,
  id: z.uuid(),
  since: instantSchema,
  customerId: customerIdSchema.nullable(),
  invoiceId: invoiceIdSchema.nullable(),
  attemptId: attemptIdSchema.nullable(),
  amount: z.coerce.number().pipe(centsSchema).nullable(),
  code: z.string().nullable(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  inquiryKind: z.enum(['QUESTION', 'DISPUTE']).nullable(),
  months: z.int().nullable(),
  date: isoDateSchema.nullable(),
  state: z.string().nullable(),
});
export type AttentionRow = z.infer<typeof rowSchema>;

function wantedSources(filter: AttentionFilter): readonly Source[] {
  const { kind, except = [] } = filter;
  const isWanted = (source: Source) => kind === undefined || source.kind === kind;
  return attentionSources(filter).filter(
    (source) => isWanted(source) && !except.includes(source.kind),
  );
}

export async function listAttentionRows(
  tx: Tx,
  {
    filter,
    page,
  }: { filter: AttentionFilter; page: { limit: number; after: AttentionCursor | null } },
): Promise<AttentionRow[]> {
  const limit = sql.raw(String(page.limit + 1));
  const asked = { filter, after: page.after, limit };
  const pages = wantedSources(filter).map((source) => pageOfSource(source, asked));
  const { rows } = await tx.execute(sql`
    select x.kind, x.id, x.amount::text as amount, x.code, x.months, x.state, x.brand, x.last4,
      to_char(x.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
      to_char(x.date, 'YYYY-MM-DD') as date, x.inquiry_kind as "inquiryKind",
      x.customer_id as "customerId", x.invoice_id as "invoiceId", x.attempt_id as "attemptId"
    from (${sql.join(pages, sql` union all `)}) x order by x.since, x.id limit ${limit}`);
  return z.array(rowSchema).parse(rows);
}

const PAYMENT_COLUMNS = {
  id: attempts.id,
  invoiceId: attempts.invoiceId,
  method: attempts.method,
  methodBrand: attempts.methodBrand,
  methodLast4: attempts.methodLast4,
};

export async function paymentsOfItems(
  tx: Tx,
  companyId: CompanyId,
  rows: readonly Pick<AttentionRow, 'attemptId'>[],
) {
  const ids = [...new Set(rows.flatMap(({ attemptId }) => attemptId ?? []))];
  if (ids.length === 0) return [];
  return tx
    .select(PAYMENT_COLUMNS)
    .from(attempts)
    .where(matching(attempts, { companyId, id: ids }));
}

const countsSchema = z.tuple([z.record(attentionKindSchema, z.coerce.number().int())]);

/** Each kind is counted up to a limit, so that a million items cost no more than a thousand. */
export async function countAttention(
  tx: Tx,
  filter: AttentionFilter,
): Promise<Record<AttentionKind, number>> {
  const most = sql.raw(String(ATTENTION_COUNT_MAX));
  const sources = attentionSources(filter);
  const counts = ATTENTION_KINDS.map((kind) => {
    const found = sources
      .filter((source) => source.kind === kind)
      .map(
        ({ table, isOpen }) =>
          sql`(select 1 from ${table} t where t.company_id = ${filter.companyId} and ${isOpen} limit ${most})`,
      );
    return sql`(select least(count(*), ${most}) from (${sql.join(found, sql` union all `)}) f)
      as ${sql.identifier(kind)}`;
  });
  const { rows } = await tx.execute(sql`select ${sql.join(counts, sql`, `)}`);
  const [counted] = countsSchema.parse(rows);
  return counted;
}

type AcknowledgementRow = { companyId: CompanyId; id: string; at: Instant };

export type Acknowledge = (
  tx: Tx,
  item: AcknowledgementRow,
) => Promise<{ at: Instant; isNew: boolean } | null>;

type AttemptRow = typeof attempts.$inferSelect;

/** `toTime` returns the time of what is acknowledged, or null if the attempt is not meant. */
function acknowledgeAttempt(toTime: (attempt: AttemptRow) => Instant | null): Acknowledge {
  return async (tx, { companyId, id, at }) => {
    const key = { companyId, id: attemptIdSchema.parse(id) };
    const attempt = await findRow(tx, attempts, key);
    const since = attempt && toTime(attempt);
    if (!attempt || !since) return null;
    const { acknowledgedAt } = attempt;
    const isSeen = acknowledgedAt !== null && acknowledgedAt >= since;
    if (isSeen) return { at: acknowledgedAt, isNew: false };
    await tx.update(attempts).set({ acknowledgedAt: at }).where(matching(attempts, key));
    return { at, isNew: true };
  };
}

const acknowledgeBounce: Acknowledge = async (tx, { companyId, id, at }) => {
  const key = { companyId, id: contactIdSchema.parse(id), removedAt: null };
  const contact = await findRow(tx, contacts, key);
  if (!contact?.bouncedAt) return null;
  const seenAt = contact.bounceAcknowledgedAt;
  if (seenAt) return { at: seenAt, isNew: false };
  await tx.update(contacts).set({ bounceAcknowledgedAt: at }).where(matching(contacts, key));
  return { at, isNew: true };
};

const acknowledgeCharge: Acknowledge = async (tx, { companyId, id, at }) => {
  const key = { companyId, id: attemptIdSchema.parse(id) };
  const charge = await findUnplaced(tx, key);
  if (!charge) return null;
  if (charge.closedAt) return { at: charge.closedAt, isNew: false };
  await closeUnplaced(tx, key, at);
  return { at, isNew: true };
};

const acknowledgeUnexpected: Acknowledge = async (tx, { companyId, id, at }) => {
  const refund = await findUnexpectedRefund(tx, { companyId, id });
  if (!refund) return null;
  if (refund.acknowledgedAt) return { at: refund.acknowledgedAt, isNew: false };
  await updateRefund(tx, refund, { acknowledgedAt: at });
  return { at, isNew: true };
};

const acknowledgeFailed: Acknowledge = async (tx, { companyId, id, at }) => {
  const refund = await lockRefund(tx, { companyId, id });
  if (refund?.state !== 'FAILED') return null;
  if (refund.resolvedAt) return { at: refund.resolvedAt, isNew: false };
  await updateRefund(tx, refund, { resolution: 'ACKNOWLEDGED', resolvedAt: at });
  return { at, isNew: true };
};

const acknowledgeDifference: Acknowledge = async (tx, { companyId, id, at }) => {
  const difference = await findRow(tx, payoutDifferences, { companyId, id });
  if (!difference) return null;
  if (difference.closedAt) return { at: difference.closedAt, isNew: false };
  await closeDifference(tx, difference, at);
  return { at, isNew: true };
};

/** Kinds that are settled by acknowledging them. All other kinds need a decision. */
export const ACKNOWLEDGE: Partial<Record<AttentionKind, Acknowledge>> = {
  ORPHANED_CHARGE: acknowledgeAttempt(({ isOrphan, createdAt, settledAt }) =>
    isOrphan ? (settledAt ?? createdAt) : null,
  ),
  WARNED_PAYMENT: acknowledgeAttempt(({ warnedAt }) => warnedAt),
  UNPLACED_CHARGE: acknowledgeCharge,
  UNEXPECTED_REFUND: acknowledgeUnexpected,
  RETURNED_PAYMENT: acknowledgeAttempt(({ state, processor, settledAt, createdAt }) =>
    state === 'RETURNED' && processor !== 'manual' ? (settledAt ?? createdAt) : null,
  ),
  FAILED_REFUND: acknowledgeFailed,
  PAYOUT_DIFFERENCE: acknowledgeDifference,
  BOUNCED_MAIL: acknowledgeBounce,
};
