/** Reads the portal's records of the newest payments. Seeded payments are omitted because no processor has them. */
import { instant } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import type pg from 'pg';
import type { Move, OurAttempt, Posting } from './records.ts';

const NEWEST_MAX = 25;
/** More than a plan with twelve installments can have, including all retries. */
const OF_INVOICE_MAX = 100;

const PAYMENTS = `
select a.id, c.name as company, a.state, a.amount_cents, a.fee_cents, a.refunded_cents, a.dispute_state,
  a.method, a.method_last4, a.initiator, a.response_message,
  a.created_at, a.next_check_at, i.account_ref, i.status as invoice_status, i.paid_cents, i.total_cents,
  (select coalesce(json_agg(json_build_object('to', m.to_state, 'source', m.source, 'at', m.at) order by m.id), '[]')
   from attempt_moves m where m.company_id = a.company_id and m.attempt_id = a.id) as moves,
  (select coalesce(json_agg(json_build_object('source', p.source, 'destination', p.destination,
     'amountCents', p.amount_cents) order by p.id), '[]')
   from postings p where p.company_id = a.company_id and p.attempt_id = a.id) as postings,
  (select max(o.delivered_at) from outbox o where o.company_id = a.company_id and o.topic = 'payment_processing'
   and o.payload ->> 'requestId' = a.request_id::text and o.created_at >= a.created_at) as page_told_at,
  (select min(o.delivered_at) from outbox o where o.company_id = a.company_id and o.topic = 'mail'
   and o.payload -> 'data' ->> 'paymentId' = a.id::text) as receipt_at
from attempts a
join companies c on c.company_id = a.company_id
left join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
where a.processor <> 'manual' and coalesce(a.processor_reference, '') not like 'demo\\_%'
  and ($1::text is null or i.account_ref = $1)
order by a.created_at desc, a.id
limit $2`;

type Row = {
  id: string;
  company: string;
  state: OurAttempt['state'];
  amount_cents: string;
  fee_cents: string;
  refunded_cents: string;
  dispute_state: string | null;
  method: string;
  method_last4: string | null;
  initiator: OurAttempt['initiator'];
  response_message: string | null;
  created_at: Date;
  next_check_at: Date | null;
  account_ref: string | null;
  invoice_status: string | null;
  paid_cents: string | null;
  total_cents: string | null;
  moves: (Omit<Move, 'at'> & { at: string })[];
  postings: Posting[];
  page_told_at: Date | null;
  receipt_at: Date | null;
};

const at = (date: Date) => instant(date.toISOString());
const atOrNull = (date: Date | null) => (date ? at(date) : null);

const accountName = (account: string) => account.replace(/:[0-9a-f-]{36}$/, '');

function toInvoice(row: Row): OurAttempt['invoice'] {
  if (row.account_ref === null) return null;
  return {
    reference: row.account_ref,
    status: row.invoice_status ?? '',
    paidCents: cents(Number(row.paid_cents)),
    totalCents: cents(Number(row.total_cents)),
  };
}

function toAttempt(row: Row): OurAttempt {
  return {
    id: row.id,
    company: row.company,
    state: row.state,
    amountCents: cents(Number(row.amount_cents)),
    feeCents: cents(Number(row.fee_cents)),
    refundedCents: cents(Number(row.refunded_cents)),
    disputeState: row.dispute_state,
    method: row.method,
    last4: row.method_last4,
    initiator: row.initiator,
    responseMessage: row.response_message,
    createdAt: at(row.created_at),
    nextCheckAt: atOrNull(row.next_check_at),
    moves: row.moves.map((move) => ({ ...move, at: at(new Date(move.at)) })),
    postings: row.postings.map((posting) => ({
      source: accountName(posting.source),
      destination: accountName(posting.destination),
      amountCents: cents(posting.amountCents),
    })),
    invoice: toInvoice(row),
    pageToldAt: atOrNull(row.page_told_at),
    receiptAt: atOrNull(row.receipt_at),
  };
}

/** Returns those of the references that are payments of ours, however old. */
export async function readKnownReferences(
  pool: pg.Pool,
  references: readonly string[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    'select id::text from attempts where id::text = any($1)',
    [references],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function readPayments(
  pool: pg.Pool,
  reference: string | null = null,
): Promise<OurAttempt[]> {
  const limit = reference === null ? NEWEST_MAX : OF_INVOICE_MAX;
  const { rows } = await pool.query<Row>(PAYMENTS, [reference, limit]);
  return rows.map(toAttempt);
}
