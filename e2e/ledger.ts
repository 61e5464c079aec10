/**
 * The figures that a company's console must show, computed from its postings with independent SQL, without any code
 * or database function of the server.
 */
import { queryOne } from './database.ts';

/** Accounts for money at a processor, including money held there because of a dispute. */
const IS_CASH = (account: string) =>
  `(${account} like 'clearing:%' or ${account} like 'disputed:%')`;

/** Waived amounts are posted like payments, but were not paid. */
const FLOWS = `
  select p.at, p.amount_cents, p.source, p.destination,
    ${IS_CASH('p.destination')} and not ${IS_CASH('p.source')} as comes,
    ${IS_CASH('p.source')} and not ${IS_CASH('p.destination')} as goes
  from postings p
  join companies c on c.company_id = p.company_id
  join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
  where c.domain = $1 and a.method <> 'NEGOTIATION'
    and (p.at at time zone c.time_zone)::date > (now() at time zone c.time_zone)::date - 30`;

const COLLECTED = `
  select coalesce(sum(amount_cents) filter (where comes), 0)::int as received,
    coalesce(sum(amount_cents) filter (where goes), 0)::int as "wentBack"
  from (${FLOWS}) flows`;

const OWED_STATUSES = `('DUE', 'IN_COLLECTION', 'DEFAULTED', 'PENDING', 'DISPUTED',
  'PAYMENT_PLAN_IN_PROGRESS', 'PAYMENT_EXTENSION')`;

const PAID = `
  select coalesce(sum(case when p.source = 'receivable:' || i.id then p.amount_cents
    else -p.amount_cents end), 0) as cents
  from postings p where p.company_id = i.company_id
    and 'receivable:' || i.id in (p.source, p.destination)`;

const OPEN = `
  select count(*)::int as count, coalesce(sum(i.total_cents - paid.cents), 0)::int as amount
  from invoices i join companies c on c.company_id = i.company_id
  cross join lateral (${PAID}) paid
  where c.domain = $1 and i.status in ${OWED_STATUSES} and i.voided_at is null`;

type MoneyTotals = { received: number; wentBack: number };
type Open = { count: number; amount: number };

export async function readCompanyLedger(dataDir: string, domain: string) {
  const collected = await queryOne<MoneyTotals>(dataDir, COLLECTED, [domain]);
  const open = await queryOne<Open>(dataDir, OPEN, [domain]);
  return { ...collected, open };
}

const REFUNDED = `
  select coalesce(sum(p.amount_cents), 0) as cents
  from postings p join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
  where p.company_id = i.company_id and p.destination = 'receivable:' || i.id and a.state = 'SUCCEEDED'`;

const INVOICE = `
  select i.total_cents::int as total, (paid.cents + refunded.cents)::int as paid
  from invoices i cross join lateral (${PAID}) paid cross join lateral (${REFUNDED}) refunded
  where i.account_ref = $1`;

/** A refunded invoice stays paid until it is reopened (R39). */
export function readInvoiceLedger(dataDir: string, invoiceRef: string) {
  return queryOne<{ total: number; paid: number }>(dataDir, INVOICE, [invoiceRef]);
}

const PAYMENT = `
  select
    sum(p.amount_cents) filter (where p.source like 'receivable:%' and ${IS_CASH('p.destination')})::int as amount,
    coalesce(sum(p.amount_cents) filter (where p.source = 'fee_income' and ${IS_CASH('p.destination')}), 0)::int as fee,
    coalesce(sum(p.amount_cents) filter (where ${IS_CASH('p.source')} and not ${IS_CASH('p.destination')}), 0)::int as "wentBack"
  from postings p join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
  join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
  where i.account_ref = $1`;

/** The invoice must have exactly one payment. */
export function readPaymentLedger(dataDir: string, invoiceRef: string) {
  return queryOne<{ amount: number; fee: number; wentBack: number }>(dataDir, PAYMENT, [
    invoiceRef,
  ]);
}

const JOURNAL = `
  select sum(p.amount_cents)::int as moved,
    sum(case when p.destination like 'receivable:%' then p.amount_cents else 0 end
      - case when p.source like 'receivable:%' then p.amount_cents else 0 end)::int as receivable,
    sum(case when p.destination = 'credit_notes' then p.amount_cents else 0 end)::int as credited
  from postings p join companies c on c.company_id = p.company_id
  where c.domain = $1
    and (p.at at time zone c.time_zone)::date between (now() at time zone c.time_zone)::date - 30
      and (now() at time zone c.time_zone)::date - 1`;

const CREDIT = `
  select coalesce(sum(case when p.source = 'customer_credit:' || c.id then p.amount_cents
    else -p.amount_cents end), 0)::int as credit
  from customers c join postings p on p.company_id = c.company_id
    and 'customer_credit:' || c.id in (p.source, p.destination)
  where c.customer_ref = $1`;

export async function readCreditLedger(dataDir: string, customerRef: string): Promise<number> {
  return (await queryOne<{ credit: number }>(dataDir, CREDIT, [customerRef])).credit;
}

type JournalSums = { moved: number; receivable: number; credited: number };

/** The last 30 complete days. */
export function readJournalLedger(dataDir: string, domain: string) {
  return queryOne<JournalSums>(dataDir, JOURNAL, [domain]);
}
