/**
 * The job, a payer and a cancellation act on one invoice at the same moment (R17). The first to commit wins, every
 * result matches some sequential order, and there is exactly one charge.
 */

import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@quittance/contract/durations';
import type { MethodId } from '@quittance/contract/ids';
import { invariant } from '@quittance/domain/invariant';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { findCompany } from '../../src/companies/store.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { chargeCompany } from '../../src/payments/off-session/charge-due.ts';
import { planAutoPay } from '../../src/payments/off-session/plan-auto-pay.ts';
import { lockWaits } from '../lock-waits.ts';
import { addSchedule, autoPayOn } from '../world/arrangements.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { type Caller, signIn } from '../world/signed-in.ts';
import { START, useWorld } from '../world/world.ts';

const ROUNDS = sampled({ sample: 6, full: 25 });
const QUOTE = { amount: 10_000, fee: 330 };
const LOSERS = ['ACCOUNT_IS_PROCESSING', 'ACCOUNT_ALREADY_CLOSED'];

const clock = fixedClock(START);

const world = useWorld({ clock });

type AutoPaySetup = { company: TestCompany; invoice: TestInvoice; pmID: MethodId };
type Round = AutoPaySetup & { caller: Caller };

type Arrange = (arranged: AutoPaySetup) => Promise<unknown>;

async function prepare(arrange: Arrange): Promise<AutoPaySetup> {
  const company = await world.company();
  const invoice = await world.invoice(company, { dueInDays: 1 });
  const { methodId: pmID } = await world.method(company);
  const arranged = { company, invoice, pmID };
  await arrange(arranged);
  return arranged;
}

/** Two workers claim the charge, as two processes would. */
async function job({ company }: Round): Promise<void> {
  const { companyId } = company;
  const row = await world.deps.database.asSystem((tx) => findCompany(tx, companyId));
  invariant(row, 'a company of this world');
  const day = { company: row, today: clock.today(row.timeZone) };
  await Promise.all([chargeCompany(world.deps, day), chargeCompany(world.deps, day)]);
}

function payByHand({ invoice, pmID, company, caller }: Round) {
  const body = {
    processor: company.merchant.processor,
    quote: QUOTE,
    paymentInfo: { paymentType: 'card', pmID },
  };
  const path = `request/${invoice.requestId}/full/submit`;
  return caller.call({ method: 'POST', path, key: randomUUID(), body });
}

/** Waits a few turns of the event loop, so that the three do not always start in the same order. */
async function after<Result>(turns: number, work: () => Promise<Result>): Promise<Result> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  return work();
}

type Cancel = (round: Round) => Promise<{ success: boolean; message?: string | undefined }>;

async function race(round: Round, cancel: Cancel, place: number): Promise<string> {
  const [, paid, canceled] = await Promise.all([
    after((place * 7) % 11, () => job(round)),
    after((place * 5) % 11, () => payByHand(round)),
    after((place * 3) % 11, () => cancel(round)),
  ]);
  const { rows } = await world.deps.database.pool.query<{ initiator: string; state: string }>(
    'select initiator, state from attempts where invoice_id = $1',
    [round.invoice.invoiceId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.state).toBe('SUCCEEDED');
  expect(await world.sandbox.records(round.company.merchant)).toHaveLength(1);
  if (!paid.success) expect(LOSERS).toContain(paid.message);
  const by = rows[0]?.initiator === 'MIT' ? 'job' : 'payer';
  expect(paid.success).toBe(by === 'payer');
  return `charged by the ${by}, cancel ${canceled.success ? 'done' : 'refused'}`;
}

async function raceAll(arrange: Arrange, cancel: Cancel) {
  const rounds: AutoPaySetup[] = [];
  for (let place = 0; place < ROUNDS; place++) rounds.push(await prepare(arrange));
  await planAutoPay(world.deps);
  clock.travelTo(new Date(Date.parse(clock.now()) + DAY_MS).toISOString());
  const outcomes = new Set<string>();
  for (const [place, arranged] of rounds.entries()) {
    const caller = await signIn(world, arranged.company);
    outcomes.add(await race({ ...arranged, caller }, cancel, place));
  }
  return outcomes;
}

describe('Auto-pay, a payer and switching it off (R17)', () => {
  it('a concurrent scheduled charge, payment and cancellation behave serially, with one charge', async () => {
    const outcomes = await raceAll(
      ({ company, pmID }) => {
        const method = { methodId: pmID, last4: '4242' };
        return autoPayOn(world.deps, { company, kind: 'card', method });
      },
      ({ caller }) =>
        caller.call({ method: 'PUT', path: 'debtor/auto-pay/active', body: { pmID: null } }),
    );
    const possible = ['charged by the job, cancel done', 'charged by the payer, cancel done'];
    expect(possible).toEqual(expect.arrayContaining([...outcomes]));
  }, 120_000);
});

describe('A scheduled payment, a payer and its cancellation (R17)', () => {
  it('a concurrent scheduled charge, payment and cancellation behave serially, with one charge', async () => {
    const outcomes = await raceAll(
      ({ company, invoice, pmID }) =>
        addSchedule(world.deps, { company, invoice, methodId: pmID }, 1),
      ({ caller, invoice }) =>
        caller.call({ method: 'DELETE', path: `scheduled-payment/internal-${invoice.invoiceId}` }),
    );
    const possible = [
      'charged by the job, cancel refused',
      'charged by the payer, cancel refused',
      'charged by the payer, cancel done',
    ];
    expect(possible).toEqual(expect.arrayContaining([...outcomes]));
  }, 120_000);
});

describe('A charge that is being planned while its invoice is taken out of auto-pay (R70)', () => {
  it('a charge is neither planned nor made after its invoice is excluded from auto-pay', async () => {
    const { company, invoice } = await prepare((arranged) =>
      autoPayOn(world.deps, {
        company: arranged.company,
        kind: 'card',
        method: { methodId: arranged.pmID, last4: '4242' },
      }),
    );
    const { pool } = world.deps.database;
    const key = [company.companyId, invoice.invoiceId];
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select from invoices where company_id = $1 and id = $2 for update', key);
      const planning = planAutoPay(world.deps);
      await expect.poll(() => lockWaits(pool), { timeout: 30_000 }).toBe(1);
      // Simulates an exclusion, which takes the same lock.
      await client.query(
        `insert into auto_pay_charges (company_id, id, customer_id, invoice_id, method_id, mandate_id,
           charge_on, state, created_at)
         select c.company_id, gen_random_uuid(), c.id, $2, c.auto_pay_method_id,
           c.auto_pay_mandate_id, current_date, 'EXCLUDED', now()
         from customers c where c.company_id = $1 and c.id = $3`,
        [...key, company.customerId],
      );
      await client.query('commit');
      await planning;
    } finally {
      client.release();
    }
    const { rows } = await pool.query(
      'select state from auto_pay_charges where company_id = $1 and invoice_id = $2',
      key,
    );
    expect(rows).toEqual([{ state: 'EXCLUDED' }]);
  });
});
