/** Helpers for the reconciliation scenarios: run a reconciliation, read attempts, and delete our rows. */
import type { AttemptId } from '@quittance/contract/ids';
import { processorForCompany } from '../../src/companies/processor-for-company.ts';
import { type CompanyRow, findCompany } from '../../src/companies/store.ts';
import type { Reconciliation } from '../../src/ledger/reconciliation-rows.ts';
import { reconcileOne } from '../../src/payments/reconciliation/reconcile.ts';
import type { Processor } from '../../src/processors/processor.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import type { World } from '../world/world.ts';

export async function readCompanyRow(
  { deps }: World,
  { companyId }: TestCompany,
): Promise<CompanyRow> {
  const row = await deps.database.asSystem((tx) => findCompany(tx, companyId));
  if (!row) throw new Error('the company is there');
  return row;
}

/** Returns null if the processor did not respond. */
export async function reconcileFor(
  world: World,
  company: TestCompany,
): Promise<Reconciliation | null> {
  const row = await readCompanyRow(world, company);
  return reconcileOne(world.deps, row).catch(() => null);
}

export async function openAdapter(world: World, company: TestCompany): Promise<Processor> {
  const processor = await processorForCompany(world.deps, await readCompanyRow(world, company));
  if (!processor) throw new Error('the company has a processor');
  return processor;
}

export type AttemptLine = { id: AttemptId; line: string };

/** Returns lines such as 'SUCCEEDED orphan never_seen', newest last. Words that do not apply are omitted. */
export async function attemptsOn({ deps }: World, { invoiceId }: TestInvoice) {
  const { rows } = await deps.database.pool.query<AttemptLine>(
    `select id, concat_ws(' ', state, case when is_orphan then 'orphan' end,
       case when credit_cents > 0 then 'credit ' || credit_cents end,
       case when state = 'FAILED' then response_code end) as line
     from attempts where invoice_id = $1 order by created_at, is_orphan desc`,
    [invoiceId],
  );
  return rows;
}

const FORGOTTEN = ['postings', 'attempt_moves', 'idempotency_keys'];

/** Disables the triggers that would refuse the deletion. */
async function forgetRows({ deps }: World, tables: readonly string[], ids: readonly AttemptId[]) {
  const client = await deps.database.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    for (const table of tables) {
      await client.query(`delete from ${table} where attempt_id = any($1::uuid[])`, [ids]);
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Deletes the payments of an invoice, as if their commits had been lost. */
export async function forgetPayments(world: World, invoice: TestInvoice): Promise<void> {
  const { pool } = world.deps.database;
  const { invoiceId } = invoice;
  const own = '(select id from attempts where invoice_id = $1)';
  const lost = await attemptsOn(world, invoice);
  await forgetRows(
    world,
    FORGOTTEN,
    lost.map(({ id }) => id),
  );
  for (const table of ['provider_events', 'event_counters']) {
    await pool.query(`delete from ${table} where object_id in ${own} or object_id = $1`, [
      invoiceId,
    ]);
  }
  await pool.query('delete from attempts where invoice_id = $1', [invoiceId]);
  await pool.query(
    `update invoices set status = 'DUE', status_before = null, paid_cents = 0 where id = $1`,
    [invoiceId],
  );
}

/** Deletes a payment on several invoices, as if its commits had been lost. */
export async function forgetTogether(
  world: World,
  { attemptId, invoices }: { attemptId: AttemptId; invoices: readonly TestInvoice[] },
): Promise<void> {
  const { pool } = world.deps.database;
  await forgetRows(world, [...FORGOTTEN, 'attempt_parts'], [attemptId]);
  const ids = invoices.map(({ invoiceId }) => invoiceId);
  for (const table of ['provider_events', 'event_counters']) {
    await pool.query(`delete from ${table} where object_id = $1 or object_id = any($2::uuid[])`, [
      attemptId,
      ids,
    ]);
  }
  await pool.query('delete from attempts where id = $1', [attemptId]);
  await pool.query(
    `update invoices set status = 'DUE', status_before = null, paid_cents = 0
     where id = any($1::uuid[])`,
    [ids],
  );
}
