/**
 * Computes a hash of the ledger that does not depend on ids or the time of day: the same script produces the same
 * hash. It covers amounts, accounts, states and business days. Ids are replaced by readable references. The hash in
 * a backup also covers ids and instants because a restore has to reproduce them exactly.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

const LINES = [
  `select concat_ws(' ', 'invoice', c.name, i.account_ref, i.status, i.total_cents, i.paid_cents, i.due_on) as line
   from invoices i join companies c on c.company_id = i.company_id`,
  `select concat_ws(' ', 'payment', c.name, i.account_ref, a.purpose, a.initiator, a.method, a.state, a.amount_cents,
     a.fee_cents, a.credit_cents, a.refunded_cents, a.occurrence_on, a.try_number, a.installment_from, a.installment_to,
     (a.created_at at time zone c.time_zone)::date) as line
   from attempts a join companies c on c.company_id = a.company_id
     left join invoices i on i.company_id = a.company_id and i.id = a.invoice_id`,
  `select concat_ws(' ', 'posting', c.name, i.account_ref, split_part(p.source, ':', 1), split_part(p.destination, ':', 1),
     p.amount_cents, (p.at at time zone c.time_zone)::date) as line
   from postings p join companies c on c.company_id = p.company_id
     join attempts a on a.company_id = p.company_id and a.id = p.attempt_id
     left join invoices i on i.company_id = a.company_id and i.id = a.invoice_id`,
  `select concat_ws(' ', 'installment', c.name, i.account_ref, s.index, s.due_on, s.status, s.principal_cents, s.fee_cents,
     s.tries, s.is_missed) as line
   from installments s join companies c on c.company_id = s.company_id
     join plans p on p.company_id = s.company_id and p.id = s.plan_id
     join invoices i on i.company_id = p.company_id and i.id = p.invoice_id`,
  `select concat_ws(' ', 'notice', c.name, i.account_ref, n.charge_on, n.amount_cents,
     (n.created_at at time zone c.time_zone)::date) as line
   from charge_notices n join companies c on c.company_id = n.company_id
     join invoices i on i.company_id = n.company_id and i.id = n.invoice_id`,
  `select concat_ws(' ', 'refund', c.name, r.amount_cents, r.state) as line
   from refunds r join companies c on c.company_id = r.company_id`,
];

export async function ledgerLines(pool: pg.Pool): Promise<string[]> {
  const answers = await Promise.all(LINES.map((query) => pool.query<{ line: string }>(query)));
  // Sorted here because the database's sort order depends on its locale.
  return answers.flatMap(({ rows }) => rows.map(({ line }) => line)).sort();
}

export async function canonicalLedgerHash(pool: pg.Pool): Promise<string> {
  const hash = createHash('sha256');
  for (const line of await ledgerLines(pool)) hash.update(`${line}\n`);
  return hash.digest('hex');
}
