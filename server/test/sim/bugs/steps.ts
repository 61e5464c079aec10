/** The vocabulary for the histories of the seeded bugs. */

import type { TestProcessor } from '../../world/merchant.ts';
import type { Command, Pay, Simple, Source, Step } from '../commands.ts';
import type { CallFault } from '../faults.ts';
import type { History, InvoiceSetting, Setting } from '../history.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export const INVOICE: InvoiceSetting = {
  totalCents: 9000,
  dueInDays: 10,
  hasMethod: false,
  negotiatedPercent: null,
};

const SETTING: Setting = {
  seed: 1,
  processor: 'stripe',
  startsAt: '2026-11-15T15:00:00.000Z',
  timeZone: 'America/New_York',
  invoices: [INVOICE],
  requestCents: null,
  isLong: false,
};

export function step(command: Command, ...faults: readonly CallFault[]): Step {
  return { command, faults, failure: null, during: null };
}

/** Begins with a step of one second, so that objects created later are newer. */
export function toHistory(setting: Partial<Setting>, ...steps: readonly Step[]): History {
  const first = step({ name: 'wait', ms: SECOND_MS });
  return { setting: { ...SETTING, ...setting }, steps: [first, ...steps] };
}

/** The fourth request is for the full amount of both invoices. */
export const TWO_INVOICES = { invoices: [INVOICE, INVOICE], requestCents: 9000 };

export const payTogether = (...faults: readonly CallFault[]) =>
  step({ name: 'payRequest', request: 3, kind: 'card', key: 'fresh' }, ...faults);

export function at(processor: TestProcessor, ...steps: readonly Step[]): History {
  return toHistory({ processor }, ...steps);
}

export const PAY: Pay = {
  name: 'pay',
  invoice: 0,
  isCustomer: false,
  kind: 'card',
  source: 'new',
  key: 'fresh',
};
export const pay = (how: Partial<Pay> = {}, ...faults: readonly CallFault[]) =>
  step({ ...PAY, ...how }, ...faults);

const NEW_CARD = { kind: 'new', paymentType: 'card' } as const;
const NEW_ACCOUNT = { kind: 'new', paymentType: 'ach' } as const;
/** The two saved methods come first. The next one is the method saved by the history. */
export const SAVED_HERE = 2;

export const SCHEDULE = {
  name: 'schedule',
  isCustomer: true,
  source: NEW_CARD,
  isStale: false,
} as const;
export const schedule = (inDays: number, invoice = 0) => step({ ...SCHEDULE, invoice, inDays });
export const scheduleDebit = (inDays: number) =>
  step({ ...SCHEDULE, source: NEW_ACCOUNT, invoice: 0, inDays });

const THREE = 1;
export const startPlan = (count = THREE, isStale = false, source: Source = NEW_CARD) =>
  step({ name: 'startPlan', invoice: 0, isCustomer: true, source, count, isStale });
export const payPlan = (isStale: boolean) =>
  step({ name: 'payPlan', invoice: 0, isFull: false, isStale });

export const days = (count: number, ...faults: readonly CallFault[]) =>
  step({ name: 'days', count, hour: 11 }, ...faults);
export const eachDay = step({ name: 'eachDay', count: 5 });
export const tick = (ms: number, ...faults: readonly CallFault[]) =>
  step({ name: 'tick', ms }, ...faults);
export const wait = (ms: number) => step({ name: 'wait', ms });
export const reconcile = (...faults: readonly CallFault[]) =>
  step({ name: 'reconcile' }, ...faults);
export const changeFees = step({ name: 'changeFees' });
export const removeMethod = step({ name: 'removeMethod', invoice: 0, method: SAVED_HERE });
export const jobs = (...faults: readonly CallFault[]) => step({ name: 'runJobs' }, ...faults);
export const hear = (...faults: readonly CallFault[]) => [
  step({ name: 'webhook', how: 'deliver_all', event: 0 }),
  jobs(...faults),
];
export const settleDebit = step({ name: 'settleDebit', entry: 0 });
export const returnDebit = step({ name: 'returnDebit', entry: 0, code: 'R01' });
export const finishChallenge = step({ name: 'finishChallenge', entry: 0 });
export const succeedLate = step({ name: 'succeedLate', entry: 0 });
export const refundThere = (part: 'all' | 'cent') => step({ name: 'refundThere', entry: 0, part });
export const orderRefund = step({ name: 'orderRefund', invoice: 0, isWhole: true });
export const orderOwedAgain = step({
  name: 'orderRefund',
  invoice: 0,
  isWhole: true,
  isOwedAgain: true,
});
export const endRefund = (how: 'succeeded' | 'failed') =>
  step({ name: 'endRefund', entry: 0, how });
export const dispute = (how: 'open' | 'part' | 'won' | 'lost') =>
  step({ name: 'dispute', entry: 0, how });

export const createIntent = step({
  name: 'createIntent',
  invoice: 0,
  request: 0,
  of: 'invoice',
  isCustomer: false,
});
export const changeIntent = (kind: 'card' | 'ach') =>
  step({ name: 'changeIntent', page: 0, kind, count: null });
export const confirmIntent = step({ name: 'confirmIntent', page: 0, result: 'ok' });

export function races(left: Simple, right: Simple, count = 5): Step[][] {
  return Array.from({ length: count }, (_, index) => [
    step({ name: 'race', left, right, schedule: (index + 1) * 3_000_017 }),
  ]);
}

/** A declined payment of the whole invoice turns out to be paid after the first of two installments. */
export const overpaid = (...faults: readonly CallFault[]) => [
  pay({}, 'decline_soft'),
  startPlan(0),
  ...hear(),
  succeedLate,
  ...hear('ok', ...faults),
];

export const FIVE = Array.from({ length: 5 }, () => INVOICE);
export const scheduleFive = FIVE.map((_, invoice) => schedule(1, invoice));
