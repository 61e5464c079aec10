/**
 * Finds facts in customers' rows that their histories do not contain yet: consents and their ends, payments,
 * refunds and disputes. Each fact has a name, so that it is recorded only once.
 */

import { type Instant, instantSchema, isoDateSchema } from '@quittance/contract/dates';
import { type CompanyId, type CustomerId, customerIdSchema } from '@quittance/contract/ids';
import { centsSchema, REQUEST_CENTS_MAX } from '@quittance/contract/money';
import type { HistoryContent } from '@quittance/contract/statements/history';
import { chargeKindSchema, methodTypeSchema } from '@quittance/contract/vocabulary';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import { together } from '../platform/database/transaction.ts';

export type Fact = { customerId: CustomerId; fact: string; content: HistoryContent };

export type Customers = { companyId: CompanyId; customerIds: readonly CustomerId[] };

const centsText = z.coerce.number().pipe(centsSchema);

const isoTime = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const isTheirs = ({ companyId, customerIds }: Customers) =>
  sql`f.company_id = ${companyId} and f.customer_id = any(${sql.param(customerIds)}::uuid[])`;

/** Reads rows of `from`, with the table alias f, that are not recorded under the name `fact`. */
async function readNew(
  tx: Tx,
  { customers, columns, fact, from }: { customers: Customers; columns: SQL; fact: SQL; from: SQL },
): Promise<unknown[]> {
  const { rows } = await tx.execute(sql`
    select f.customer_id as "customerId", ${fact} as fact, ${columns} from ${from}
      and ${isTheirs(customers)} and not exists (select from history_entries told
        where told.company_id = ${customers.companyId} and told.customer_id = f.customer_id
          and told.fact = ${fact})`);
  return rows;
}

const found = { customerId: customerIdSchema, fact: z.string(), at: instantSchema };

/**
 * A method saved with a payment gets a copy of the mandate (R27), with the same time and text. Together they are
 * one consent, which ends when the last copy ends.
 */
const SAME_CONSENT = 'f.created_at';
const consentName = (kind: string) =>
  sql`${kind} || ':' || ${isoTime(SAME_CONSENT)} || ':' || md5(f.text)`;

const consentSchema = z.object({
  ...found,
  id: z.uuid(),
  purpose: z.string(),
  kind: chargeKindSchema,
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  limit: centsText,
  from: isoDateSchema,
  version: z.string(),
  text: z.string(),
});

async function consents(tx: Tx, customers: Customers): Promise<Fact[]> {
  const rows = await readNew(tx, {
    customers,
    fact: consentName('consent'),
    columns: sql`f.id, f.purpose, f.kind, pm.brand, pm.last4, f.cap_cents::text as limit,
      f.authorised_from_on::text as "from", f.text_version as version, f.text,
      ${isoTime('f.created_at')} as at`,
    from: sql`mandates f left join payment_methods pm
      on pm.company_id = f.company_id and pm.id = f.method_id where true`,
  });
  const parsed = z.array(consentSchema).parse(rows);
  return parsed.map(({ customerId, fact, kind, brand, last4, limit, ...consent }) => ({
    customerId,
    fact,
    content: {
      kind: 'CONSENT',
      ...consent,
      method: methodLabel({ kind, brand, last4 }, checkoutTexts),
      limit: limit < REQUEST_CENTS_MAX ? limit : null,
    },
  }));
}

const endSchema = z.object({ ...found, id: z.uuid(), purpose: z.string() });

async function endedConsents(tx: Tx, customers: Customers): Promise<Fact[]> {
  const rows = await readNew(tx, {
    customers,
    fact: consentName('consent-ended'),
    columns: sql`f.id, f.purpose, ${isoTime('f.revoked_at')} as at`,
    from: sql`mandates f where f.revoked_at is not null and not exists (
      select from mandates copy where copy.company_id = f.company_id
        and copy.customer_id = f.customer_id and copy.created_at = f.created_at
        and copy.text = f.text and copy.revoked_at is null)`,
  });
  return z
    .array(endSchema)
    .parse(rows)
    .map(({ customerId, fact, ...consent }) => ({
      customerId,
      fact,
      content: { kind: 'CONSENT_ENDED', ...consent },
    }));
}

const paymentSchema = z.object({
  ...found,
  id: z.uuid(),
  state: z.enum(['SUBMITTED', 'SUCCEEDED', 'FAILED', 'RETURNED']),
  isOffSession: z.boolean(),
  isWaiver: z.boolean(),
  type: methodTypeSchema,
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  reference: z.string().nullable(),
  amount: centsText,
  fee: centsText,
  consent: z.uuid().nullable(),
  invoice: z.string().nullable(),
});

/**
 * Cash and waivers succeed immediately, without a state change. Every table is compared directly with the company
 * id, so that Citus sends the statement unchanged to one server and does not have to support the lateral join.
 */
const paymentStates = (companyId: CompanyId) => sql`attempts f cross join lateral (
    select distinct on (state) state, at from (
      select case to_state when 'PENDING' then 'SUBMITTED' else to_state end as state, at
        from attempt_moves moved
        where moved.company_id = ${companyId} and moved.attempt_id = f.id
          and to_state in ('PENDING', 'SUCCEEDED', 'FAILED', 'RETURNED')
      union all
      select 'SUCCEEDED', f.created_at
        where f.processor = 'manual' and f.state in ('SUCCEEDED', 'RETURNED')) any_move
    order by state, at) move
  left join invoices i on i.company_id = ${companyId} and i.id = f.invoice_id
  where f.method <> 'UNCOLLECTIBLE'`;

const referencesOfParts = (companyId: CompanyId) =>
  sql`(select string_agg(billed.account_ref, ', ' order by part.position)
  from attempt_parts part join invoices billed
    on billed.company_id = ${companyId} and billed.id = part.invoice_id
  where part.company_id = ${companyId} and part.attempt_id = f.id)`;

async function payments(tx: Tx, customers: Customers): Promise<Fact[]> {
  const rows = await readNew(tx, {
    customers,
    fact: sql`'payment:' || f.id || ':' || move.state`,
    columns: sql`f.id, move.state, ${isoTime('move.at')} as at,
      f.initiator = 'MIT' as "isOffSession", f.method = 'NEGOTIATION' as "isWaiver",
      f.method as type, f.method_brand as brand, f.method_last4 as last4, f.reference,
      f.amount_cents::text as amount, f.fee_cents::text as fee, f.mandate_id as consent,
      coalesce(i.account_ref, ${referencesOfParts(customers.companyId)}) as invoice`,
    from: paymentStates(customers.companyId),
  });
  const parsed = z.array(paymentSchema).parse(rows);
  return parsed.map(({ customerId, fact, type: kind, brand, last4, reference, ...payment }) => ({
    customerId,
    fact,
    content: {
      kind: 'PAYMENT',
      ...payment,
      method: payment.isWaiver
        ? null
        : methodLabel({ kind, brand, last4, reference }, checkoutTexts),
    },
  }));
}

const backSchema = z.object({ ...found, id: z.uuid(), payment: z.uuid(), amount: centsText });

const refundSchema = backSchema.extend({ kind: z.enum(['REFUND', 'REFUND_FAILED']) });

async function refunds(tx: Tx, customers: Customers): Promise<Fact[]> {
  const rows = await readNew(tx, {
    customers,
    fact: sql`'refund:' || f.id || step.name`,
    columns: sql`f.id, f.attempt_id as payment, f.amount_cents::text as amount, step.kind,
      ${isoTime('step.at')} as at`,
    from: sql`refunds f cross join lateral (select 'REFUND' as kind, '' as name, f.done_at as at
      union all select 'REFUND_FAILED', ':FAILED', f.failed_at) step where step.at is not null`,
  });
  return z
    .array(refundSchema)
    .parse(rows)
    .map(({ customerId, fact, ...content }) => ({ customerId, fact, content }));
}

const disputeSchema = backSchema.extend({ state: z.enum(['OPEN', 'WON', 'LOST']) });

async function disputes(tx: Tx, customers: Customers): Promise<Fact[]> {
  const rows = await readNew(tx, {
    customers,
    fact: sql`'dispute:' || f.id || ':' || step.state`,
    columns: sql`f.id, f.attempt_id as payment, f.amount_cents::text as amount, step.state,
      ${isoTime('step.at')} as at`,
    from: sql`disputes f cross join lateral (select 'OPEN' as state, f.created_at as at
      union all select f.state, f.closed_at where f.state <> 'OPEN') step where true`,
  });
  return z
    .array(disputeSchema)
    .parse(rows)
    .map(({ customerId, fact, ...dispute }) => ({
      customerId,
      fact,
      content: { kind: 'DISPUTE', ...dispute },
    }));
}

const toTime = ({ content }: Fact): Instant => content.at;

/** Orders by time. A consent comes before anything done under it at the same moment. */
export function inOrder(facts: readonly Fact[]): Fact[] {
  const rank = ({ content }: Fact) => (content.kind === 'CONSENT' ? 0 : 1);
  return facts.toSorted((one, other) => {
    const [a, b] = [toTime(one), toTime(other)];
    if (a !== b) return a < b ? -1 : 1;
    return rank(one) - rank(other) || (one.fact < other.fact ? -1 : 1);
  });
}

/** Needs one round trip for all customers. */
export async function listNewFacts(tx: Tx, customers: Customers): Promise<Fact[]> {
  const reads = [consents, endedConsents, payments, refunds, disputes];
  return (await together(reads.map((read) => read(tx, customers)))).flat();
}
