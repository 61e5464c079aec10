/**
 * Outcome reports in any order, with repetitions (docs/payment-life.md): the same set of reports always results in
 * the same state. Tests every sequence of six in the state machine, a sample through settle() into Postgres, and a
 * sample as signed webhooks over HTTP about a charge that changes meanwhile.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { CompanyId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import {
  type AttemptState,
  nextState,
  PAYMENT,
  toEvents,
  toPaymentStatus,
  toRank,
} from '@quittance/domain/status/payment-status';
import { transition } from '@quittance/domain/status/transition';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import type { Outcome } from '../../src/processors/processor.ts';
import { randomFrom } from '../random.ts';
import { addCompany, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { useWorld } from '../world/world.ts';
import { type AttemptLine, attemptsOn } from './reconciliation.ts';

const REPORTS = [
  'UNKNOWN',
  'ACTION_REQUIRED',
  'PENDING',
  'FAILED',
  'SUCCEEDED',
  'RETURNED',
] as const;
type Report = (typeof REPORTS)[number];
const LENGTH = 6;
const SEQUENCES = REPORTS.length ** LENGTH;

function sequence(number: number): Report[] {
  return Array.from({ length: LENGTH }, (_, place) => {
    const index = Math.floor(number / REPORTS.length ** place) % REPORTS.length;
    return REPORTS[index] ?? 'UNKNOWN';
  });
}

function toSetKey(reports: readonly Report[]): string {
  return [...new Set(reports)].sort().join(' ');
}

function toExpectedEnd(reports: readonly Report[]): { state: AttemptState; legs: string } {
  let state: AttemptState = 'SENT';
  let legs = '';
  for (const observed of reports) {
    const to = nextState(state, observed);
    if (to === null) continue;
    let status = toPaymentStatus(state);
    for (const event of toEvents({ from: state, to })) {
      status = transition(PAYMENT, status, event);
      if (event === 'succeeded') legs += '+';
      if (event === 'returned') legs += '-';
    }
    if (status !== toPaymentStatus(to)) expect.fail(`${state} to ${to} is shown as ${status}`);
    if (toRank(to) < toRank(state)) expect.fail(`${state} falls to ${to}`);
    state = to;
  }
  return { state, legs };
}

describe('The state machine of a payment', () => {
  it(`a set of six reports ends in one state in all ${SEQUENCES} sequences`, () => {
    const ends = new Map<string, string>();
    for (let number = 0; number < SEQUENCES; number += 1) {
      const reports = sequence(number);
      const { state, legs } = toExpectedEnd(reports);
      // An unknown outcome and a required confirmation both mean "not yet". The last report determines which of
      // them is final.
      const end = toRank(state) === 0 ? 'not yet' : `${state} ${legs}`;
      const set = toSetKey(reports);
      if (!ends.has(set)) ends.set(set, end);
      if (ends.get(set) !== end) expect.fail(`${reports.join(', ')}: ${end}, not ${ends.get(set)}`);
    }
    expect(ends.size).toBe(2 ** REPORTS.length - 1);
    expect(new Set(ends.values())).toEqual(
      new Set(['not yet', 'PENDING ', 'FAILED ', 'SUCCEEDED +', 'RETURNED +-']),
    );
  });
});

const SEED = 20_261_115;
const SETTLE_SETS = sampled({ sample: 2, full: 10 });
const ORDERS_PER_SET = sampled({ sample: 3, full: 5 });
const HTTP_SEQUENCES = sampled({ sample: 2, full: 10 });
const SLOW_MS = 120_000;

/** Not registered with the world, because the processor has no records of these simulated outcomes. */
let unregistered: TestCompany;
let harbor: TestCompany;

const world = useWorld();

beforeAll(async () => {
  const merchant = newMerchant('payengine');
  await world.sandbox.register(merchant);
  unregistered = await addCompany(world.deps, merchant);
  harbor = await world.company();
});

function outcomeFor(reports: Report, processorReference: string): Outcome {
  const amountCents = cents(10_330);
  const booked = { processorReference, amountCents, currency: 'USD', method: null, saved: null };
  switch (reports) {
    case 'UNKNOWN':
      return { kind: 'unknown', reason: 'test' };
    case 'ACTION_REQUIRED':
      return { kind: 'action_required', processorReference, threeDSData: null };
    case 'PENDING':
      return { kind: 'pending', ...booked };
    case 'SUCCEEDED':
      return { kind: 'succeeded', ...booked };
    case 'RETURNED':
      return { kind: 'returned', ...booked, code: 'R10' };
    case 'FAILED': {
      const words = { code: '05', message: 'Your card was declined.', class: 'hard' } as const;
      return { kind: 'declined', processorReference, ...words };
    }
  }
}

async function unknownPayment(company: TestCompany) {
  const invoice = await world.invoice(company);
  const { merchant } = company;
  await world.sandbox.fault({ merchant, operation: 'charge', fault: 'lose_before' });
  await world.payer(company, invoice).pay();
  const [attempt] = await attemptsOn(world, invoice);
  if (!attempt) throw new Error('a payment has its attempt');
  return { invoice, attempt };
}

async function report(companyId: CompanyId, { id }: AttemptLine, reports: readonly Report[]) {
  for (const each of reports) {
    const outcome = outcomeFor(each, `charge-of-${id}`);
    await settle(world.deps, { companyId, attemptId: id, outcome, source: 'webhook' });
  }
}

async function statementAfter(heard: readonly Report[]): Promise<string> {
  const { invoice, attempt } = await unknownPayment(unregistered);
  await report(unregistered.companyId, attempt, heard);
  const statement = await world.statement(invoice);
  expect(statement).toContain(`payment ${toExpectedEnd(heard).state} `);
  return statement;
}

describe('settle()', () => {
  it('the function settle() produces the same statement for reports in any order', {
    timeout: SLOW_MS,
  }, async () => {
    const random = randomFrom(SEED);
    for (let set = 0; set < SETTLE_SETS; set += 1) {
      const reports = [...sequence(random.below(SEQUENCES)), 'PENDING' as const];
      const orders = Array.from({ length: ORDERS_PER_SET }, () => random.shuffle(reports));
      const statements = await Promise.all(orders.map(statementAfter));
      if (new Set(statements).size > 1)
        expect.fail(`${toSetKey(reports)}:\n${statements.join('\n\n')}`);
    }
  });
});

const EVENTS = ['PAYMENT_ACH', 'PAYMENT_FAILED', 'ADJUSTMENT_RECEIVED', 'DISPUTE_CREATED'] as const;

async function deliver(reference: string, event: string, eventId: string): Promise<void> {
  const data = { internalTransactionID: reference, status: 'whatever it claims' };
  const body = JSON.stringify({ event_uid: eventId, event, data });
  const t = Math.floor(Date.parse(world.deps.clock.now()) / 1000);
  const { webhookSecret } = harbor.merchant;
  const s = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex');
  const answer = await fetch(`${world.url}/api/webhooks/payengine/${harbor.domain}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pf-signature': `t=${t},s=${s}` },
    body,
  });
  expect(answer.status).toBe(200);
  await world.runJobs();
}

describe('Signed webhooks about a debit that is paid and comes back', () => {
  it('signed webhooks of a returned debit end in the same statement in any order', {
    timeout: SLOW_MS,
  }, async () => {
    const random = randomFrom(SEED);
    const statements = new Set<string>();
    for (let round = 0; round < HTTP_SEQUENCES; round += 1) {
      const invoice = await world.invoice(harbor);
      await world.payer(harbor, invoice).pay({ bank: BANK_ACCOUNTS.pays });
      const [attempt] = await attemptsOn(world, invoice);
      const booked = (await world.sandbox.records(harbor.merchant)).at(-1)?.transactionId ?? '';
      const events = EVENTS.map((event) => ({ event, id: randomUUID() }));
      const told = random.shuffle([...events, ...events]);
      const [settledAt, returnedAt] = [random.below(4), 4 + random.below(3)];
      for (const [place, { event, id }] of told.entries()) {
        if (place === settledAt) await world.sandbox.settle();
        if (place === returnedAt) await world.sandbox.returnDebit(booked, 'R10');
        await deliver(attempt?.id ?? '', event, id);
      }
      await deliver(attempt?.id ?? '', 'PAYMENT_FAILED', randomUUID());
      statements.add(await world.statement(invoice));
    }
    expect([...statements]).toEqual([expect.stringContaining('payment RETURNED $100.00 + $0.80')]);
  });
});
