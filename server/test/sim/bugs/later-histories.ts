/** Short histories that reveal the seeded bugs in changed facts, two processes and restores. */
import type { Keys } from '../commands.ts';
import type { History } from '../history.ts';
import {
  at,
  days,
  dispute,
  eachDay,
  hear,
  INVOICE,
  jobs,
  MINUTE_MS,
  pay,
  payTogether,
  races,
  refundThere,
  schedule,
  startPlan,
  step,
  succeedLate,
  TWO_INVOICES,
  tick,
  toHistory,
} from './steps.ts';

/** The customer's saved card. The order of the two methods depends on the other contents of the world. */
const CARD = 1;
const CARD_OF_TWO_INVOICES = 0;
const autoPayWith = (method: number) => step({ name: 'autoPay', invoice: 0, how: 'on', method });
const autoPay = autoPayWith(CARD);
const bill = (how: { inDays?: number; percent?: number }) =>
  step({ name: 'changeInvoice', invoice: 0, inDays: null, percent: null, ...how });
const changeCharge = (how: 'move' | 'day', number: number) =>
  step({ name: 'changeCharge', invoice: 0, how, number, isStale: false });
const orderRefund = step({ name: 'orderRefund', invoice: 0, isWhole: false });
const DECIDE = { name: 'decide', invoice: 0 } as const;
const backUp = step({ name: 'backUp' });
const restore = step({ name: 'restore' });
const useKeys = (keys: Keys) => step({ name: 'useKeys', keys });
const soon = tick(MINUTE_MS);
const later = tick(5 * 60 * MINUTE_MS);
const OVERDUE = { invoices: [{ ...INVOICE, dueInDays: -1 }] };
const payOwnAmount = step({ name: 'payRequest', request: 5, kind: 'card', key: 'fresh' });
const dayByDay = [days(1), days(1), days(1), days(1)];

/** Stalls between any two transactions of the jobs. */
const stalled = Array.from({ length: 12 }, (_, index) => ({
  ...jobs(),
  failure: { kind: 'stall', atPoint: 40 + index * 10, ms: 10 * MINUTE_MS } as const,
}));

export const LATER_HISTORIES: Readonly<Record<string, readonly History[]>> = {
  'due-date-moved': [toHistory({}, autoPay, days(8), bill({ inDays: 60 }), ...dayByDay)],
  'amount-unannounced': [toHistory({}, autoPay, days(8), bill({ percent: 120 }), ...dayByDay)],
  'contested-after-notice': [
    toHistory(
      { requestCents: 9000 },
      payOwnAmount,
      ...hear(),
      autoPay,
      days(8),
      dispute('open'),
      dispute('lost'),
      ...hear(),
      eachDay,
      eachDay,
    ),
  ],
  'contested-together-charged': [
    toHistory(
      TWO_INVOICES,
      payTogether(),
      ...hear(),
      dispute('open'),
      dispute('lost'),
      ...hear(),
      autoPayWith(CARD_OF_TWO_INVOICES),
      days(8),
      ...dayByDay,
    ),
  ],
  'disputed-together-open': [toHistory(TWO_INVOICES, payTogether(), dispute('open'), ...hear())],
  'schedule-taken-over': [
    toHistory(OVERDUE, autoPay, schedule(5), step({ name: 'cancelSchedule', invoice: 0 }), eachDay),
  ],
  'plan-taken-over': [
    toHistory(
      OVERDUE,
      autoPay,
      startPlan(),
      ...hear(),
      step({ name: 'cancelOnBehalf', invoice: 0, kind: 'plan' }),
      eachDay,
    ),
  ],
  'written-off-charged': [
    toHistory(
      { ...OVERDUE, requestCents: 9000 },
      days(1),
      step({ name: 'writeOff', invoice: 0 }),
      payOwnAmount,
      autoPay,
      eachDay,
    ),
  ],
  'replaced-consent-kept': [
    toHistory({}, startPlan(), ...hear(), changeCharge('day', 2)),
    toHistory({}, schedule(3), ...hear(), changeCharge('move', 5)),
  ],
  'together-amounts-not-compared': [
    toHistory(TWO_INVOICES, payOwnAmount, ...hear(), payTogether()),
  ],
  'won-dispute-ends-all': [
    toHistory({}, pay(), dispute('part'), dispute('part'), ...hear(), dispute('won'), ...hear()),
  ],
  'second-dispute-ignored': [toHistory({}, pay(), dispute('part'), dispute('part'), ...hear())],
  'return-of-nothing': [
    toHistory(
      {},
      pay(),
      dispute('part'),
      ...hear(),
      refundThere('all'),
      ...hear(),
      dispute('lost'),
      ...hear(),
    ),
  ],
  'fee-of-credit-kept': [
    toHistory(TWO_INVOICES, payTogether('decline_soft'), pay(), succeedLate, ...hear()),
  ],
  'link-charges-saved-card': [toHistory({}, pay({ source: 'saved' }))],
  'own-amount-leaves-cents': [
    toHistory({ requestCents: 9000, invoices: [{ ...INVOICE, totalCents: 120 }] }, payOwnAmount),
  ],
  'refund-from-snapshot': stalled.map((jobsOfOne) =>
    at('payengine', pay(), ...hear(), orderRefund, orderRefund, jobsOfOne),
  ),
  'decided-twice': races(DECIDE, DECIDE).map((race) =>
    at('payengine', pay({}, 'lost_before'), tick(70 * MINUTE_MS), ...race),
  ),
  'closed-at-unproven-account': [
    at('fiserv', pay({}, 'late_30m'), useKeys('others'), days(1), days(3), days(1)),
  ],
  'restored-without-hold': [
    at('payengine', startPlan(), ...hear(), backUp, days(31), restore, soon),
  ],
  'held-company-charged': [
    at('payengine', startPlan(), ...hear(), backUp, days(31), restore, soon),
  ],
  'hold-ends-by-itself': [at('payengine', startPlan(), ...hear(), backUp, days(31), restore, soon)],
  // A bank debit is pending and is looked up within the period in which a charge may be sent again.
  'known-charge-resent': [
    toHistory({}, pay({ kind: 'ach' }), useKeys('others'), later, later, useKeys('own'), pay()),
  ],
  'charge-refund-not-followed': [
    at(
      'payengine',
      startPlan(),
      ...hear(),
      backUp,
      days(31),
      restore,
      step({ name: 'placeCharges', byRefund: true }, 'ok', 'refund_pending'),
    ),
  ],
  'orphan-left-out': [at('payengine', backUp, pay(), restore)],
  'doubled-orphan-left-out': [
    at('payengine', backUp, pay({}, 'duplicate_charge'), restore),
    // A request is not an invoice that the charge names, so both charges are refunded by a person.
    toHistory(
      { processor: 'payengine', requestCents: 9000 },
      backUp,
      step({ name: 'payRequest', request: 6, kind: 'card', key: 'fresh' }, 'duplicate_charge'),
      restore,
    ),
  ],
};
