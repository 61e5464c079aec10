/**
 * A deterministic year: a plan with a decline, auto-pay by card, a bank debit that is returned and presented again,
 * and a lost response. Amounts, days and references are fixed; ids may vary.
 */

import type { Instant } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { cents } from '@quittance/contract/money';
import { addMs, fixedClock } from '@quittance/server/kernel/clock';
import { invoices } from '@quittance/server/schema/invoices';
import { eq } from 'drizzle-orm';
import { autoPayOn } from '../../../server/test/world/arrangements.ts';
import type {
  InvoiceSettings,
  TestCompany,
  TestInvoice,
} from '../../../server/test/world/company.ts';
import { startPlan } from '../../../server/test/world/planning.ts';
import { BANK_ACCOUNTS } from '../../../server/test/world/sandbox-process.ts';
import { signInByLink } from '../../../server/test/world/signed-in.ts';
import { openWorld, type World } from '../../../server/test/world/world.ts';
import { canonicalLedgerHash, ledgerLines } from '../../src/playground/ledger-hash.ts';
import { findNextEvent } from '../../src/playground/next-event.ts';

const START = '2027-01-04T15:30:00.000Z';
const DAYS = 365;

async function named(world: World, invoice: TestInvoice, accountRef: string): Promise<TestInvoice> {
  await world.deps.database.asSystem((tx) =>
    tx.update(invoices).set({ accountRef }).where(eq(invoices.id, invoice.invoiceId)),
  );
  return invoice;
}

type Bill = InvoiceSettings & { reference: string };

async function bill(world: World, company: TestCompany, { reference, ...settings }: Bill) {
  return named(world, await world.invoice(company, settings), reference);
}

function readScript(
  world: World,
  company: TestCompany,
): Readonly<Record<number, () => Promise<unknown>>> {
  const decline = () =>
    world.sandbox.fault({ merchant: company.merchant, operation: 'sale', fault: 'decline' });
  return {
    async 0() {
      const plan = await bill(world, company, {
        reference: 'Y-PLAN',
        totalCents: 600_000,
        dueInDays: 5,
      });
      await startPlan(
        world,
        { caller: signInByLink(world, plan), company, invoice: plan },
        { count: 12 },
      );
    },
    58: decline,
    async 80() {
      const debit = await bill(world, company, { reference: 'Y-BANK', totalCents: 42_000 });
      await world.payer(company, debit).pay({ bank: BANK_ACCOUNTS.noFunds });
    },
    async 120() {
      const card = await bill(world, company, { reference: 'Y-LOST', totalCents: 12_300 });
      await world.sandbox.fault({
        merchant: company.merchant,
        operation: 'sale',
        fault: 'lose_answer',
      });
      await world.payer(company, card).pay();
    },
    async 150() {
      await bill(world, company, { reference: 'Y-AUTO-1', totalCents: 9900, dueInDays: 20 });
      await bill(world, company, { reference: 'Y-AUTO-2', totalCents: 25_000, dueInDays: 90 });
      const method = await world.method(company);
      await autoPayOn(world.deps, { company, kind: 'card', method });
    },
  };
}

async function liveUntil(world: World, until: Instant): Promise<void> {
  const { database, clock } = world.deps;
  const passUntil = (at: Instant) => world.later(Date.parse(at) - Date.parse(clock.now()));
  for (;;) {
    const sandboxNextAt = await world.sandbox.nextTaskAt();
    const event = await findNextEvent({ pool: database.pool, sandboxNextAt, now: clock.now() });
    if (!event || event.at >= until) return passUntil(until);
    await passUntil(event.at);
  }
}

export type YearEnd = { hash: string; lines: string[] };

export async function liveScriptedYear(): Promise<YearEnd> {
  const clock = fixedClock(START);
  const start = clock.now();
  const world = await openWorld({ clock });
  try {
    const company = await world.company({
      preference: {
        isContractsVisible: true,
        feeSettings: null,
        isFeePayerCompany: null,
        maxInstallments: 6,
        isIncreasedInstallmentsActive: true,
        maxIncreasedInstallments: 12,
        increasedInstallmentsAmount: cents(500_000),
        maxExtensionDays: 30,
      },
    });
    for (const [day, act] of Object.entries(readScript(world, company))) {
      await liveUntil(world, addMs(start, Number(day) * DAY_MS));
      await act();
    }
    await liveUntil(world, addMs(start, DAYS * DAY_MS));
    const { pool } = world.deps.database;
    return { hash: await canonicalLedgerHash(pool), lines: await ledgerLines(pool) };
  } finally {
    await world.close();
  }
}
