/**
 * Every accident the sandbox can order, at every processor, through the whole portal: what becomes of
 * the payment, and how often the processor's own books charged. The tables are the specification;
 * docs/payment-life.md tells why.
 */
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { openWorld, type World } from '../world/world.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const PROCESSORS = ['payengine', 'stripe', 'fiserv'] as const;

/** Charging twice is another story, told in faults-by-hand.scenario.test.ts. */
const CHARGE_FAULTS = [
  'lose_answer',
  'lose_before',
  'http_500_after',
  'http_500_before',
  'slow',
  'execute_late',
] as const;
const FAULTS = [...CHARGE_FAULTS, 'duplicate'] as const;
type Fault = (typeof FAULTS)[number];

/** After the payer's first look, before any processor has forgotten the request. */
const LATE_MS = MINUTE_MS;
/** In real time, because that is what the server waits in. */
const SLOW_MS = 150;

/** At once, when the payer first looks, and when every bank has settled; D is done, paid or debited. */
const STORIES = {
  answered: { states: ['D', 'D', 'D'], charges: 1 },
  found: { states: ['UNKNOWN', 'D', 'D'], charges: 1 },
  'sent again': { states: ['UNKNOWN', 'D', 'D'], charges: 1 },
  'found later': { states: ['UNKNOWN', 'UNKNOWN', 'D'], charges: 1 },
  held: { states: ['UNKNOWN', 'UNKNOWN', 'UNKNOWN'], charges: 0 },
} as const;
type Story = keyof typeof STORIES;

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function openInvoice(processor: ProcessorName) {
  const company = await world.company({ processor });
  const invoice = await world.invoice(company);
  return { company, invoice, payer: world.payer(company, invoice) };
}

function order({ merchant }: TestCompany, operation: string, fault: Fault) {
  const delayMs = fault === 'slow' ? SLOW_MS : LATE_MS;
  return world.sandbox.fault({ merchant, operation, fault, delayMs });
}

async function stateOf(invoice: TestInvoice): Promise<string> {
  const [, state = 'none'] = /payment (\w+)/.exec(await world.statement(invoice)) ?? [];
  return state;
}

async function follow(invoice: TestInvoice): Promise<string[]> {
  const states = [await stateOf(invoice)];
  await world.later(3 * SECOND_MS);
  states.push(await stateOf(invoice));
  for (const ms of [30 * SECOND_MS, 2 * MINUTE_MS, DAY_MS, DAY_MS, DAY_MS]) await world.later(ms);
  states.push(await stateOf(invoice));
  return states;
}

/** A card is paid when it is done; a bank debit is pending until the bank has settled it. */
function statesOf(story: Story, kind: 'card' | 'ach'): string[] {
  const done = kind === 'card' ? 'SUCCEEDED' : 'PENDING';
  const states = STORIES[story].states.map((state) => (state === 'D' ? done : state));
  return STORIES[story].charges === 0 ? states : [...states.slice(0, -1), 'SUCCEEDED'];
}

type Expected = { company: TestCompany; invoice: TestInvoice; story: Story; kind: 'card' | 'ach' };

async function expectStory({ company, invoice, story, kind }: Expected): Promise<void> {
  expect(await follow(invoice)).toEqual(statesOf(story, kind));
  const booked = await world.sandbox.books(company.merchant);
  expect(booked.map(({ status }) => status)).toEqual(
    Array.from({ length: STORIES[story].charges }, () => 'succeeded'),
  );
  const isPaid = STORIES[story].charges > 0;
  expect(await world.statement(invoice)).toContain(isPaid ? 'COLLECTED $100.00' : 'PENDING $0.00');
}

/** Only who knows its own requests again may be sent one again; PayEngine does not (ADR 0005). */
const CHARGE_STORIES = {
  lose_answer: { payengine: 'found', stripe: 'found', fiserv: 'found' },
  lose_before: { payengine: 'held', stripe: 'sent again', fiserv: 'sent again' },
  http_500_after: { payengine: 'found', stripe: 'found', fiserv: 'found' },
  http_500_before: { payengine: 'held', stripe: 'sent again', fiserv: 'sent again' },
  slow: { payengine: 'answered', stripe: 'answered', fiserv: 'answered' },
  execute_late: { payengine: 'found later', stripe: 'found later', fiserv: 'sent again' },
} as const satisfies Record<(typeof CHARGE_FAULTS)[number], Record<ProcessorName, Story>>;

describe.each(PROCESSORS)('An accident while %s charges', (processor) => {
  const rows = CHARGE_FAULTS.map((fault) => [fault, CHARGE_STORIES[fault][processor]] as const);

  it.each(rows)('%s: a card payment is %s', async (fault, story) => {
    const { company, invoice, payer } = await openInvoice(processor);
    await order(company, 'sale', fault);
    const status = story === 'answered' ? 'SUCCESS' : 'PENDING';
    expect(await payer.pay()).toMatchObject({ success: true, status });
    await expectStory({ company, invoice, story, kind: 'card' });
  });

  it.each(rows)('%s: a bank debit is %s', async (fault, story) => {
    const { company, invoice, payer } = await openInvoice(processor);
    await order(company, 'ach', fault);
    const answer = await payer.pay({ bank: BANK_ACCOUNTS.pays });
    expect(answer).toMatchObject({ success: true, status: 'PENDING' });
    await expectStory({ company, invoice, story, kind: 'ach' });
  });
});

/** A look-up changes nothing, so it is simply made again. */
const LOOKUP_STORIES = {
  lose_answer: 'found later',
  lose_before: 'found later',
  http_500_after: 'found later',
  http_500_before: 'found later',
  slow: 'found',
  execute_late: 'found later',
  duplicate: 'found',
} as const satisfies Record<Fault, Story>;

describe.each(PROCESSORS)('An accident while %s is asked about a lost answer', (processor) => {
  it.each(FAULTS)('%s: the payment is found all the same', async (fault) => {
    const { company, invoice, payer } = await openInvoice(processor);
    await order(company, 'sale', 'lose_answer');
    await order(company, 'lookup', fault);
    await payer.pay();
    await expectStory({ company, invoice, story: LOOKUP_STORIES[fault], kind: 'card' });
  });
});
