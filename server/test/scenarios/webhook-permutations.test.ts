/**
 * Whatever order news comes in, and however often (docs/payment-life.md): one set of news, one end.
 * Every sequence of six in the core that decides; a sample through the door into Postgres; and another
 * as signed webhooks over HTTP, about a charge that changes meanwhile.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { CompanyId } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import {
  type AttemptState,
  eventsOf,
  nextState,
  PAYMENT,
  paymentStatusOf,
  rankOf,
} from '@quittance/domain/status/payment-status';
import { transition } from '@quittance/domain/status/transition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../domain/test/full-run.ts';
import { settle } from '../../src/payments/settlement/settle.ts';
import type { Outcome } from '../../src/processors/processor.ts';
import { randomFrom } from '../random.ts';
import { addCompany, type TestCompany } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { openWorld, type World } from '../world/world.ts';
import { type AttemptLine, attemptsOn } from './books.ts';

const NEWS = ['UNKNOWN', 'ACTION_REQUIRED', 'PENDING', 'FAILED', 'SUCCEEDED', 'RETURNED'] as const;
type News = (typeof NEWS)[number];
const LENGTH = 6;
const SEQUENCES = NEWS.length ** LENGTH;

function sequence(number: number): News[] {
  return Array.from({ length: LENGTH }, (_, place) => {
    const index = Math.floor(number / NEWS.length ** place) % NEWS.length;
    return NEWS[index] ?? 'UNKNOWN';
  });
}

function setOf(news: readonly News[]): string {
  return [...new Set(news)].sort().join(' ');
}

/** The end of a payment: what is shown, and the legs of money that moved. */
function endOf(news: readonly News[]): { state: AttemptState; legs: string } {
  let state: AttemptState = 'SENT';
  let legs = '';
  for (const observed of news) {
    const to = nextState(state, observed);
    if (to === null) continue;
    let status = paymentStatusOf(state);
    for (const event of eventsOf({ from: state, to })) {
      status = transition(PAYMENT, status, event);
      if (event === 'succeeded') legs += '+';
      if (event === 'returned') legs += '-';
    }
    if (status !== paymentStatusOf(to)) expect.fail(`${state} to ${to} is shown as ${status}`);
    if (rankOf(to) < rankOf(state)) expect.fail(`${state} falls to ${to}`);
    state = to;
  }
  return { state, legs };
}

describe('The core that decides', () => {
  it(`ends in one state for each set of news, in all ${SEQUENCES} sequences of six`, () => {
    const ends = new Map<string, string>();
    for (let number = 0; number < SEQUENCES; number += 1) {
      const news = sequence(number);
      const { state, legs } = endOf(news);
      // Not knowing and being asked to confirm are both "not yet": which of them is the last word
      // depends on the last word.
      const end = rankOf(state) === 0 ? 'not yet' : `${state} ${legs}`;
      const set = setOf(news);
      if (!ends.has(set)) ends.set(set, end);
      if (ends.get(set) !== end) expect.fail(`${news.join(', ')}: ${end}, not ${ends.get(set)}`);
    }
    expect(ends.size).toBe(2 ** NEWS.length - 1);
    expect(new Set(ends.values())).toEqual(
      new Set(['not yet', 'PENDING ', 'FAILED ', 'SUCCEEDED +', 'RETURNED +-']),
    );
  });
});

const SEED = 20_261_115;
const SETTLE_SETS = sampled({ sample: 4, full: 10 });
const ORDERS_PER_SET = sampled({ sample: 3, full: 5 });
const HTTP_SEQUENCES = sampled({ sample: 3, full: 10 });
/** On a machine that does other things as well. */
const SLOW_MS = 120_000;

let world: World;
/** Not the world's own: its payments are news we made up, of which no processor's books know. */
let imagined: TestCompany;
let harbor: TestCompany;

beforeAll(async () => {
  world = await openWorld();
  const merchant = newMerchant('payengine');
  await world.sandbox.register(merchant);
  imagined = await addCompany(world.deps, merchant);
  harbor = await world.company();
});
afterAll(() => world.close());

function outcomeFor(news: News, processorReference: string): Outcome {
  const amountCents = cents(10_330);
  const booked = { processorReference, amountCents, currency: 'USD', method: null, kept: null };
  switch (news) {
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

async function hear(companyId: CompanyId, { id }: AttemptLine, news: readonly News[]) {
  for (const each of news) {
    const outcome = outcomeFor(each, `charge-of-${id}`);
    await settle(world.deps, { companyId, attemptId: id, outcome, source: 'webhook' });
  }
}

/** The story of one more payment about which the news comes in this order. */
async function storyOf(heard: readonly News[]): Promise<string> {
  const { invoice, attempt } = await unknownPayment(imagined);
  await hear(imagined.companyId, attempt, heard);
  const story = await world.statement(invoice);
  expect(story).toContain(`payment ${endOf(heard).state} `);
  return story;
}

describe('The door into Postgres', () => {
  it('writes one and the same story, in whatever order a set of news comes', {
    timeout: SLOW_MS,
  }, async () => {
    const random = randomFrom(SEED);
    for (let set = 0; set < SETTLE_SETS; set += 1) {
      const news = [...sequence(random.below(SEQUENCES)), 'PENDING' as const];
      const orders = Array.from({ length: ORDERS_PER_SET }, () => random.shuffle(news));
      const stories = await Promise.all(orders.map(storyOf));
      if (new Set(stories).size > 1) expect.fail(`${setOf(news)}:\n${stories.join('\n\n')}`);
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
  it('end in the same story, mixed with what happens in whatever order', {
    timeout: SLOW_MS,
  }, async () => {
    const random = randomFrom(SEED);
    const stories = new Set<string>();
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
      stories.add(await world.statement(invoice));
    }
    expect([...stories]).toEqual([expect.stringContaining('payment RETURNED $100.00 + $0.80')]);
  });
});
