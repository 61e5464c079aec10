/**
 * For each seeded bug a short history that reveals it, written by hand: the quick proof of `npm test`.
 * The command line seeks the same bugs in random histories.
 */
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { Command, Pay, Simple, Step } from '../commands.ts';
import type { CallFault } from '../faults.ts';
import type { History, InvoiceSetting, Setting } from '../history.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const INVOICE: InvoiceSetting = {
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

function step(command: Command, ...faults: readonly CallFault[]): Step {
  return { command, faults, failure: null, during: null };
}

/** One second first: what is created later is then newer. */
function historyOf(setting: Partial<Setting>, ...steps: readonly Step[]): History {
  const first = step({ name: 'wait', ms: SECOND_MS });
  return { setting: { ...SETTING, ...setting }, steps: [first, ...steps] };
}

function at(processor: ProcessorName, ...steps: readonly Step[]): History {
  return historyOf({ processor }, ...steps);
}

const PAY: Pay = {
  name: 'pay',
  invoice: 0,
  isCustomer: false,
  kind: 'card',
  source: 'new',
  key: 'fresh',
};
const pay = (how: Partial<Pay> = {}, ...faults: readonly CallFault[]) =>
  step({ ...PAY, ...how }, ...faults);

const NEW_CARD = { kind: 'new', paymentType: 'card' } as const;
const NEW_ACCOUNT = { kind: 'new', paymentType: 'ach' } as const;
/** The two saved methods come first; the next one is the one that the history has saved. */
const SAVED_HERE = 2;

const SCHEDULE = { name: 'schedule', isCustomer: true, source: NEW_CARD, isStale: false } as const;
const schedule = (inDays: number, invoice = 0) => step({ ...SCHEDULE, invoice, inDays });
const scheduleDebit = (inDays: number) =>
  step({ ...SCHEDULE, source: NEW_ACCOUNT, invoice: 0, inDays });

/** Three installments of the same amount and fee. */
const THREE = 1;
const startPlan = (count = THREE, isStale = false) =>
  step({ name: 'startPlan', invoice: 0, isCustomer: true, source: NEW_CARD, count, isStale });
const payPlan = (isStale: boolean) => step({ name: 'payPlan', invoice: 0, isFull: false, isStale });

const days = (count: number, ...faults: readonly CallFault[]) =>
  step({ name: 'days', count, hour: 11 }, ...faults);
const eachDay = step({ name: 'eachDay', count: 5 });
const tick = (ms: number, ...faults: readonly CallFault[]) => step({ name: 'tick', ms }, ...faults);
const wait = (ms: number) => step({ name: 'wait', ms });
const reconcile = step({ name: 'reconcile' });
const changeFees = step({ name: 'changeFees' });
const removeMethod = step({ name: 'removeMethod', invoice: 0, method: SAVED_HERE });
const jobs = (...faults: readonly CallFault[]) => step({ name: 'runJobs' }, ...faults);
/** The processor's events arrive and are processed. */
const hear = (...faults: readonly CallFault[]) => [
  step({ name: 'webhook', how: 'deliver_all', event: 0 }),
  jobs(...faults),
];
const settleDebit = step({ name: 'settleDebit', entry: 0 });
const returnDebit = step({ name: 'returnDebit', entry: 0, code: 'R01' });
const finishChallenge = step({ name: 'finishChallenge', entry: 0 });
const succeedLate = step({ name: 'succeedLate', entry: 0 });
const refundThere = (part: 'all' | 'cent') => step({ name: 'refundThere', entry: 0, part });
const dispute = (how: 'open' | 'lost') => step({ name: 'dispute', entry: 0, how });

const createIntent = step({
  ...{ name: 'createIntent', invoice: 0, request: 0, of: 'invoice', isCustomer: false },
});
const changeIntent = (kind: 'card' | 'ach') =>
  step({ name: 'changeIntent', page: 0, kind, count: null });
const confirmIntent = step({ name: 'confirmIntent', page: 0, result: 'ok' });

/** Races of the same two commands in several orders. */
function races(left: Simple, right: Simple, count = 5): Step[][] {
  return Array.from({ length: count }, (_, index) => [
    step({ name: 'race', left, right, schedule: (index + 1) * 3_000_017 }),
  ]);
}

/** A declined payment of the whole invoice turns out to be paid after the first of two installments. */
const overpaid = (...faults: readonly CallFault[]) => [
  pay({}, 'decline_soft'),
  startPlan(0),
  ...hear(),
  succeedLate,
  ...hear('ok', ...faults),
];

const FIVE = Array.from({ length: 5 }, () => INVOICE);
const scheduleFive = FIVE.map((_, invoice) => schedule(1, invoice));

export const HISTORIES: Readonly<Record<string, readonly History[]>> = {
  'unscoped-key': [historyOf({}, pay(), pay({ isCustomer: true, key: 'others' }))],
  'fee-not-compared': [historyOf({}, changeFees, pay({ key: 'stale' }))],
  'request-fee-not-compared': [
    historyOf(
      { requestCents: 9000 },
      changeFees,
      step({ name: 'payRequest', request: 0, kind: 'card', key: 'stale' }),
    ),
  ],
  'intent-left-open': [historyOf({}, createIntent, pay(), confirmIntent, ...hear())],
  'refused-cancel-ignored': [historyOf({}, createIntent, confirmIntent, pay(), ...hear())],
  'expired-not-canceled': [historyOf({}, createIntent, tick(35 * MINUTE_MS), pay())],
  'returned-intent-left': [
    historyOf(
      {},
      createIntent,
      changeIntent('ach'),
      confirmIntent,
      ...hear(),
      returnDebit,
      ...hear(),
    ),
  ],
  'plan-dates-not-compared': [historyOf({}, days(1), startPlan(0, true))],
  'stale-installment': [historyOf({}, startPlan(), payPlan(false), payPlan(true))],
  'any-method-state': [
    historyOf({}, schedule(2), step({ name: 'disableMethod', method: SAVED_HERE }), days(2)),
  ],
  'no-cap': [historyOf({}, schedule(2), step({ name: 'limitMandate', mandate: 0 }), days(2))],
  'utc-day': [
    historyOf(
      { timeZone: 'Pacific/Auckland', startsAt: '2026-11-15T22:00:00.000Z', invoices: FIVE },
      ...scheduleFive,
      days(1),
    ),
  ],
  'no-day-limit': [historyOf({ invoices: FIVE }, ...scheduleFive, days(1))],
  'month-drift': [historyOf({ startsAt: '2027-01-30T16:00:00.000Z' }, startPlan())],
  'hard-decline-retried': [historyOf({}, schedule(1), days(1, 'decline_hard'), eachDay)],
  'disputed-auto-paid': [
    historyOf(
      { invoices: [{ ...INVOICE, dueInDays: -1 }] },
      schedule(5),
      step({ name: 'cancelSchedule', invoice: 0 }),
      pay(),
      dispute('open'),
      ...hear(),
      dispute('lost'),
      ...hear(),
      step({ name: 'autoPay', invoice: 0, how: 'on', method: SAVED_HERE }),
      eachDay,
      eachDay,
    ),
  ],
  'lookup-exception': [
    historyOf({}, pay({}, '3ds'), step({ name: 'cancelChallenge', invoice: 0 }, 'exception')),
  ],
  'key-lock': races(
    { ...SCHEDULE, invoice: 0, inDays: 5, source: { kind: 'saved', method: 1 } },
    { name: 'removeMethod', invoice: 0, method: 1 },
  ).map((race) => historyOf({}, ...race)),
  'suspended-forever': [historyOf({ isLong: true }, schedule(5), removeMethod)],
  'missed-forever': [historyOf({ isLong: true }, startPlan(), removeMethod)],
  'old-fee-kept': [
    historyOf(
      {},
      scheduleDebit(5),
      step({ name: 'changeMethod', invoice: 0, method: 0 }),
      step({ name: 'changeMethod', invoice: 0, method: 1 }),
    ),
  ],
  'next-day': [historyOf({}, schedule(1), days(1, 'refused_connection'))],
  'fee-lost': [historyOf({}, startPlan())],
  'unreconciled-not-found': [at('payengine', pay({}, 'late_3h'), wait(70 * MINUTE_MS), reconcile)],
  'double-claim': races({ name: 'runJobs' }, { name: 'runJobs' }).map((race) =>
    at('payengine', ...overpaid('429'), wait(2 * MINUTE_MS), ...race),
  ),
  'closed-reopened': [
    historyOf(
      {},
      pay({ kind: 'ach' }, 'decline_soft'),
      pay(),
      succeedLate,
      ...hear('ok', '429'),
      returnDebit,
      ...hear(),
    ),
  ],
  'refund-twice': [
    historyOf({}, pay(), refundThere('cent'), ...hear(), refundThere('cent'), ...hear()),
  ],
  'event-left-out': [historyOf({}, pay({}, 'lost_after'), ...hear())],
  'refund-ignored': [historyOf({}, pay(), refundThere('all'), ...hear())],
  'dispute-ignored': [historyOf({}, pay(), dispute('open'), ...hear())],
  'throttled-refund': [at('payengine', ...overpaid('429'))],
  'refund-resent': [
    at('payengine', ...overpaid('late_30m'), tick(6 * MINUTE_MS), tick(31 * MINUTE_MS)),
  ],
  'finish-resent': [
    at(
      'fiserv',
      pay({}, '3ds'),
      finishChallenge,
      tick(35 * SECOND_MS, 'ok', 'late_30m'),
      tick(6 * MINUTE_MS),
      tick(31 * MINUTE_MS),
    ),
  ],
  'cancel-unnamed': [
    historyOf({}, { ...pay({}, '3ds'), during: { name: 'tick', ms: 31 * MINUTE_MS } }),
  ],
  'short-span': [at('fiserv', pay({}, 'decline_soft'), succeedLate, tick(2 * DAY_MS))],
  'challenge-dropped': [historyOf({}, pay({}, '3ds'), tick(31 * MINUTE_MS, 'ok', 'lost_before'))],
  'waiver-survives': [
    historyOf(
      { invoices: [{ ...INVOICE, negotiatedPercent: 50 }] },
      pay({ kind: 'ach' }),
      settleDebit,
      ...hear(),
      returnDebit,
      ...hear(),
    ),
  ],
  'guess-failed': [at('payengine', pay({}, 'lost_after'), pay())],
  'new-key': [historyOf({}, pay({}, 'late_1m'), tick(35 * SECOND_MS), tick(3 * MINUTE_MS))],
  'blind-resend': [
    at('payengine', pay({}, 'late_30m'), tick(35 * SECOND_MS), tick(31 * MINUTE_MS)),
  ],
  'trust-payload': [historyOf({}, pay({}, 'misleading_event'), ...hear())],
  'no-integrity': [historyOf({}, pay({}, 'wrong_amount'))],
  'no-resolver': [at('fiserv', pay({}, 'lost_after'))],
  'skip-mandate': [
    historyOf({}, schedule(2), step({ name: 'revokeMandate', mandate: 0 }), days(2)),
  ],
  'success-is-final': [
    historyOf({}, pay({ kind: 'ach' }), settleDebit, ...hear(), returnDebit, ...hear()),
  ],
  'old-token-kept': [historyOf({ invoices: FIVE }, schedule(2), schedule(3, 1), jobs(), days(2))],
  // The charge without an answer is sent again under its key, with the token it was first sent with.
  'forgotten-too-early': [
    historyOf(
      { invoices: FIVE },
      schedule(1),
      days(1, 'lost_before'),
      schedule(3, 1),
      jobs(),
      tick(35 * SECOND_MS),
    ),
  ],
  'no-lock': races(PAY, PAY).map((race) => historyOf({}, ...race)),
};
