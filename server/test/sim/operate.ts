/**
 * What an operator does: uses wrong keys for a while, backs the database up, restores it, and places the charges that
 * were found afterwards. The clock, the browsers and the processor's records do not go back.
 */

import { isNull } from 'drizzle-orm';
import { AppError } from '../../src/errors.ts';
import { reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { assignCharge } from '../../src/provider/payments/assign-charge.ts';
import { holdBack } from '../../src/storage/backup/restore-backup.ts';
import { readTables } from '../../src/storage/backup/tables.ts';
import type { UnplacedCharge } from '../../src/storage/payments/unplaced-charges.ts';
import { unplacedCharges } from '../../src/storage/schema/reconciliations.ts';
import type { Operating } from './commands.ts';
import { uninstrumented } from './process.ts';
import type { SimWorld } from './world.ts';

const SCHEMA = 'sim_backup';

type Copied = { name: string; columns: string };

async function copiedTables({ database: { pool } }: SimWorld): Promise<Copied[]> {
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
 * The operator opens the portal once the processor's records were compared. Without a list of charges a person would
 * have to find them all.
 */
async function restore(world: SimWorld): Promise<void> {
  const { simulator, facts, clock } = world;
  if (!world.hasBackup || !simulator.profile.hasList) return;
  await uninstrumented(async () => {
    await putBack(world);
    facts.restoredAt = clock.now();
    world.checkedChanges = -1;
    // Methods that were removed since are there again.
    simulator.forgotten.tokens.clear();
    simulator.setFaults([]);
    simulator.credentials.used = 'own';
    world.restart();
    await reconcile(world.deps, { onlyStale: true });
  });
}

/** To the invoice it names; what none can take is given back in the processor's dashboard. */
async function place(world: SimWorld, charge: UnplacedCharge): Promise<void> {
  const { deps, company, invoices, simulator } = world;
  const { companyId } = company;
  const actor = { companyId, name: 'key:sim' };
  const entry = simulator.records.byName(charge.processorReference);
  const invoice = invoices.find(({ accountRef }) => accountRef === charge.invoiceRef);
  try {
    if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
    const { invoiceId } = invoice;
    const assigned = { actor, chargeId: charge.id, invoiceId, reason: 'found after a restore' };
    await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
      assignCharge(tx, deps, assigned),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (entry?.state !== 'succeeded') return;
    simulator.records.refund(entry, entry.amountCents, null);
    entry.isGivenBack = true;
  }
}

export async function placeCharges(world: SimWorld): Promise<void> {
  const charges = await uninstrumented(() =>
    world.database.asSystem((tx) =>
      tx
        .select()
        .from(unplacedCharges)
        .where(isNull(unplacedCharges.closedAt))
        .orderBy(unplacedCharges.foundAt, unplacedCharges.id),
    ),
  );
  for (const charge of charges) await place(world, charge);
}

export async function operate(world: SimWorld, command: Operating): Promise<void> {
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
      return placeCharges(world);
  }
}
