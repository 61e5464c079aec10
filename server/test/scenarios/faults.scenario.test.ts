/**
 * Every fault that the sandbox can simulate, at every processor, through the whole portal. Checks the outcome of
 * the payment and the number of charges in the processor's own records. The tables are the specification;
 * docs/payment-life.md gives the reasons.
 */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun, sampled } from '../../../domain/test/full-run.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import type { TestProcessor } from '../world/merchant.ts';
import { BANK_ACCOUNTS } from '../world/sandbox-process.ts';
import { openWorld, type World } from '../world/world.ts';

const PROCESSORS = ['payengine', 'stripe', 'fiserv'] as const;

/** faults-by-hand.scenario.test.ts covers double charges. */
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

/**
 * Cards are tested with every charge fault. In a sample, bank debits and lookups omit the faults they have in
 * common with cards.
 */
const BANK_DEBIT_FAULTS = sampled<readonly (typeof CHARGE_FAULTS)[number][]>({
  sample: ['lose_answer', 'lose_before'],
  full: CHARGE_FAULTS,
});
const LOOKUP_FAULTS = sampled<readonly Fault[]>({
  sample: ['lose_answer', 'http_500_before', 'execute_late'],
  full: FAULTS,
});

/** After the payer's first status check, but before any processor has forgotten the request. */
const LATE_MS = 2 * MINUTE_MS;
/** In real time, because the server also waits in real time. */
const SLOW_MS = 150;

/**
 * The states immediately, at the payer's first status check, and after every bank has settled. D means done: paid
 * or debited.
 */
const STORIES = {
  answered: { states: ['D', 'D', 'D'], charges: 1 },
  found: { states: ['UNKNOWN', 'D', 'D'], charges: 1 },
  'sent again': { states: ['UNKNOWN', 'D', 'D'], charges: 1 },
  'found later': { states: ['UNKNOWN', 'UNKNOWN', 'D'], charges: 1 },
  held: { states: ['UNKNOWN', 'UNKNOWN', 'UNKNOWN'], charges: 0 },
} as const;
type Story = keyof typeof STORIES;

/**
 * A request may be repeated only at a processor that recognizes repeated requests. PayEngine does not (ADR 0005).
 */
const CHARGE_STORIES = {
  lose_answer: { payengine: 'found', stripe: 'found', fiserv: 'found' },
  lose_before: { payengine: 'held', stripe: 'sent again', fiserv: 'sent again' },
  http_500_after: { payengine: 'found', stripe: 'found', fiserv: 'found' },
  http_500_before: { payengine: 'held', stripe: 'sent again', fiserv: 'sent again' },
  slow: { payengine: 'answered', stripe: 'answered', fiserv: 'answered' },
  execute_late: { payengine: 'found later', stripe: 'found later', fiserv: 'found later' },
} as const satisfies Record<(typeof CHARGE_FAULTS)[number], Record<TestProcessor, Story>>;

/** A lookup changes nothing, so it is simply repeated. */
const LOOKUP_STORIES = {
  lose_answer: 'found later',
  lose_before: 'found later',
  http_500_after: 'found later',
  http_500_before: 'found later',
  slow: 'found',
  execute_late: 'found later',
  duplicate: 'found',
} as const satisfies Record<Fault, Story>;

type Row = {
  processor: TestProcessor;
  kind: 'card' | 'ach';
  /** Each fault affects one call of its operation. */
  accidents: readonly { operation: string; fault: Fault }[];
  story: Story;
};

function toRows(processor: TestProcessor): Row[] {
  const charged = (kind: Row['kind'], operation: string, faults: typeof BANK_DEBIT_FAULTS) =>
    faults.map((fault): Row => {
      const story = CHARGE_STORIES[fault][processor];
      return { processor, kind, accidents: [{ operation, fault }], story };
    });
  const sought = LOOKUP_FAULTS.map((fault): Row => {
    const lost = { operation: 'sale', fault: 'lose_answer' } as const;
    const accidents = [lost, { operation: 'lookup', fault }];
    return { processor, kind: 'card', accidents, story: LOOKUP_STORIES[fault] };
  });
  return [
    ...charged('card', 'sale', CHARGE_FAULTS),
    ...charged('ach', 'ach', BANK_DEBIT_FAULTS),
    ...sought,
  ];
}

/** In a sample, every fault is tested at one processor, in rotation. */
const ROWS = PROCESSORS.flatMap((processor, turn) =>
  toRows(processor).filter((_, index) => isFullRun || index % PROCESSORS.length === turn),
);

type Paid = { company: TestCompany; invoice: TestInvoice; status: string; states: string[] };

let world: World;
const paid = new Map<Row, Paid>();

async function pay(row: Row): Promise<Paid> {
  const company = await world.company({ processor: row.processor });
  const { merchant } = company;
  for (const accident of row.accidents) {
    const delayMs = accident.fault === 'slow' ? SLOW_MS : LATE_MS;
    await world.sandbox.fault({ merchant, delayMs, ...accident });
  }
  const invoice = await world.invoice(company);
  const how = row.kind === 'ach' ? { bank: BANK_ACCOUNTS.pays } : {};
  const { status = 'none' } = await world.payer(company, invoice).pay(how);
  return { company, invoice, status, states: [] };
}

async function writeDownStates(): Promise<void> {
  for (const { invoice, states } of paid.values()) {
    const [, state = 'none'] = /payment (\w+)/.exec(await world.statement(invoice)) ?? [];
    states.push(state);
  }
}

/** All payers pay first, and then time advances for all of them at once. */
beforeAll(async () => {
  world = await openWorld();
  const payAll = async (processor: TestProcessor) => {
    const rows = ROWS.filter((row) => row.processor === processor);
    for (const row of rows) paid.set(row, await pay(row));
  };
  await Promise.all(PROCESSORS.map(payAll));
  await writeDownStates();
  await world.later(3 * SECOND_MS);
  await writeDownStates();
  // The steps are shorter than the time for which any processor remembers a request, so that late events arrive at
  // their own time.
  const minutes = [30 * SECOND_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS];
  for (const ms of [...minutes, DAY_MS, DAY_MS, DAY_MS]) await world.later(ms);
  await writeDownStates();
}, 300_000);
afterAll(() => world.close());

/** A card payment is paid once it is done. A bank debit stays pending until the bank has settled it. */
function toStates({ story, kind }: Row): string[] {
  const done = kind === 'card' ? 'SUCCEEDED' : 'PENDING';
  const states = STORIES[story].states.map((state) => (state === 'D' ? done : state));
  return STORIES[story].charges === 0 ? states : [...states.slice(0, -1), 'SUCCEEDED'];
}

describe('A fault at a processor (docs/payment-life.md)', () => {
  const named = ROWS.map((row) => {
    const [first, second] = row.accidents;
    const what = second ? `${second.fault} of the look-up` : first?.fault;
    return [row.processor, `${what}, ${row.kind}`, row.story, row] as const;
  });

  it.each(named)(
    'a payment at %s with the fault %s is %s',
    async (_processor, _what, story, row) => {
      const { company, invoice, status, states } = paid.get(row) ?? expect.unreachable();
      const isPaidAtOnce = story === 'answered' && row.kind === 'card';
      expect(status).toBe(isPaidAtOnce ? 'SUCCESS' : 'PENDING');
      expect(states).toEqual(toStates(row));
      const { charges } = STORIES[story];
      const booked = await world.sandbox.records(company.merchant);
      expect(booked.map((charge) => charge.status)).toEqual(Array(charges).fill('succeeded'));
      const end = charges > 0 ? 'invoice COLLECTED $100.00' : 'invoice PENDING $0.00';
      expect(await world.statement(invoice)).toContain(end);
    },
  );
});
