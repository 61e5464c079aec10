/**
 * Operator actions: using wrong keys for a while, backing up and restoring the database, and placing the charges
 * found afterwards. The clock, the browsers and the processor's records do not go back.
 */

import type { InvoiceId } from '@quittance/contract/ids';
import { isNull } from 'drizzle-orm';
import { listInstallments } from '../../src/arrangements/installments.ts';
import { findNewestPlan } from '../../src/arrangements/plans.ts';
import { holdBack } from '../../src/exchange/backup/restore-backup.ts';
import { readTables } from '../../src/exchange/backup/tables.ts';
import { AppError } from '../../src/kernel/errors.ts';
import type { UnplacedCharge } from '../../src/ledger/unplaced-charges.ts';
import { assignCharge } from '../../src/payments/reconciliation/assign-charge.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { refundCharge } from '../../src/payments/reconciliation/refund-charge.ts';
import { unplacedCharges } from '../../src/schema/reconciliations.ts';
import type { OperatorCommand } from './commands.ts';
import { killOthers, uninstrumented } from './process.ts';
import type { SimWorld } from './world.ts';

const SCHEMA = 'sim_backup';

type TableCopy = { name: string; columns: string };

async function copiedTables({ database: { pool } }: SimWorld): Promise<TableCopy[]> {
  const client = await pool.connect();
  try {
    const tables = await readTables(client);
    return tables.map(({ name, columns }) => ({
      name: `"${name}"`,
      columns: columns.map((column) => `"${column.name}"`).join(', '),
    }));
  } finally {
    client.release();
  }
}

async function backUp(world: SimWorld): Promise<void> {
  const tables = await copiedTables(world);
  const statements = tables.flatMap(({ name, columns }) => [
    `create table if not exists ${SCHEMA}.${name} as select ${columns} from public.${name} limit 0`,
    `delete from ${SCHEMA}.${name}`,
    `insert into ${SCHEMA}.${name} select ${columns} from public.${name}`,
  ]);
  await world.database.pool.query(
    ['begin', `create schema if not exists ${SCHEMA}`, ...statements, 'commit'].join(';'),
  );
  world.hasBackup = true;
}

async function putBack(world: SimWorld): Promise<void> {
  const tables = await copiedTables(world);
  const statements = tables.flatMap(({ name, columns }) => [
    `delete from public.${name}`,
    `insert into public.${name} (${columns}) overriding system value
      select ${columns} from ${SCHEMA}.${name}`,
  ]);
  const withoutTriggers = 'set local session_replication_role = replica';
  await world.database.pool.query(['begin', withoutTriggers, ...statements, 'commit'].join(';'));
  await holdBack(world.database.pool, world.clock.now());
}

/**
 * After a restore, a payer cannot see that an invoice is paid, so M4 does not count charges that are not in the
 * backup.
 */
async function excuseLost({ database, simulator: { records } }: SimWorld): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>('select id from attempts');
  const known = new Set(rows.map(({ id }) => id));
  for (const entry of records.entries) if (!known.has(entry.reference)) entry.isExcused = true;
}

/**
 * Startup compares the database with the processor's records. Without a list of charges, a person would have to
 * find all of them.
 */
async function restore(world: SimWorld): Promise<void> {
  const { simulator, facts, clock } = world;
  if (!world.hasBackup || !simulator.profile.hasList) return;
  // No process may run while the database is restored.
  killOthers();
  await uninstrumented(async () => {
    await putBack(world);
    facts.restoredAt = clock.now();
    world.checkedChanges = -1;
    // Methods removed since the backup exist again.
    simulator.forgotten.tokens.clear();
    simulator.credentials.used = 'own';
    await excuseLost(world);
    world.restart();
    await reconcile(world.deps, { onlyStale: true });
  });
}

async function toInstallment(world: SimWorld, invoiceId: InvoiceId, charge: UnplacedCharge) {
  const { companyId } = world.company;
  const rows = await uninstrumented(() =>
    world.database.asSystem(async (tx) => {
      const plan = await findNewestPlan(tx, { companyId, invoiceId });
      return plan ? listInstallments(tx, { companyId, planId: plan.id }) : [];
    }),
  );
  const paid = rows.find(
    ({ status, costCents }) => status === 'OPEN' && costCents === charge.amountCents,
  );
  return paid ? { installments: { from: paid.index, to: paid.index } } : {};
}

/**
 * Places a charge on the invoice and installment it names. A charge that cannot be placed is refunded in the
 * processor's dashboard, with any other charge under its reference, which reconciliation reports as doubled.
 */
async function place(world: SimWorld, charge: UnplacedCharge): Promise<void> {
  const { deps, company, invoices, simulator } = world;
  const { companyId } = company;
  if (charge.refundSentAt !== null) return;
  const actor = { companyId, name: 'key:sim' };
  const entry = simulator.records.byName(charge.processorReference);
  const invoice = invoices.find(({ accountRef }) => accountRef === charge.invoiceRef);
  try {
    if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
    const { invoiceId } = invoice;
    const installments = await toInstallment(world, invoiceId, charge);
    const assignment = { invoiceId, ...installments, reason: 'found after a restore' };
    await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
      assignCharge(tx, deps, { actor, chargeId: charge.id, assignment }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (entry?.state !== 'succeeded') return;
    const { records } = simulator;
    for (const each of records.of(entry.reference).filter(({ state }) => state === 'succeeded')) {
      const whole = { wantedCents: each.amountCents, reference: null, state: 'succeeded' } as const;
      records.refund(each, whole);
      each.isGivenBack = true;
    }
  }
}

function openCharges({ database }: SimWorld): Promise<UnplacedCharge[]> {
  return uninstrumented(() =>
    database.asSystem((tx) =>
      tx
        .select()
        .from(unplacedCharges)
        .where(isNull(unplacedCharges.closedAt))
        .orderBy(unplacedCharges.foundAt, unplacedCharges.id),
    ),
  );
}

export async function placeCharges(world: SimWorld): Promise<void> {
  for (const charge of await openCharges(world)) await place(world, charge);
}

async function refundCharges(world: SimWorld): Promise<void> {
  const actor = { companyId: world.company.companyId, name: 'key:sim' };
  for (const { id: chargeId } of await openCharges(world)) {
    await refundCharge(world.deps, { actor, chargeId, reason: 'found after a restore' });
  }
}

export async function operate(world: SimWorld, command: OperatorCommand): Promise<void> {
  switch (command.name) {
    case 'restart':
      return world.restart();
    case 'useKeys':
      world.simulator.credentials.used = command.keys;
      return;
    case 'backUp':
      return uninstrumented(() => backUp(world));
    case 'restore':
      return restore(world);
    case 'placeCharges':
      return command.byRefund ? refundCharges(world) : placeCharges(world);
  }
}
