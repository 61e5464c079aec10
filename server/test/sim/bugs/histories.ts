/**
 * A short handwritten history that reveals each seeded bug: the quick proof of `npm test`. The command line
 * searches for the same bugs in random histories.
 */
import type { History } from '../history.ts';
import { ARRIVAL_HISTORIES } from './arrivals.ts';
import { BILLING_HISTORIES } from './billing-histories.ts';
import { CHANGE_HISTORIES } from './changes.ts';
import { ENTITLEMENT_HISTORIES } from './entitlement-histories.ts';
import { LATER_HISTORIES } from './later-histories.ts';
import { PROVIDER_HISTORIES } from './provider-histories.ts';
import {
  at,
  changeFees,
  changeIntent,
  confirmIntent,
  createIntent,
  DAY_MS,
  days,
  dispute,
  eachDay,
  endRefund,
  FIVE,
  finishChallenge,
  hear,
  INVOICE,
  jobs,
  MINUTE_MS,
  orderOwedAgain,
  orderRefund,
  overpaid,
  PAY,
  pay,
  payPlan,
  payTogether,
  races,
  reconcile,
  refundThere,
  removeMethod,
  returnDebit,
  SAVED_HERE,
  SCHEDULE,
  SECOND_MS,
  schedule,
  scheduleDebit,
  scheduleFive,
  settleDebit,
  startPlan,
  step,
  succeedLate,
  TWO_INVOICES,
  tick,
  toHistory,
  wait,
} from './steps.ts';

const declined = pay({}, 'decline_soft');

export const HISTORIES: Readonly<Record<string, readonly History[]>> = {
  'unscoped-key': [toHistory({}, pay(), pay({ isCustomer: true, key: 'others' }))],
  'fee-not-compared': [toHistory({}, changeFees, pay({ key: 'stale' }))],
  'request-fee-not-compared': [
    toHistory(
      { requestCents: 9000 },
      changeFees,
      step({ name: 'payRequest', request: 0, kind: 'card', key: 'stale' }),
    ),
  ],
  'part-not-credited': [toHistory(TWO_INVOICES, payTogether())],
  'parts-kept-held': [toHistory(TWO_INVOICES, payTogether('decline_soft'))],
  'part-refund-noted-once': [toHistory(TWO_INVOICES, payTogether(), refundThere('all'), ...hear())],
  'own-amount-in-full': [
    toHistory(
      { requestCents: 9000 },
      step({ name: 'payRequest', request: 5, kind: 'card', key: 'fresh' }),
    ),
  ],
  'intent-left-open': [toHistory({}, createIntent, pay(), confirmIntent, ...hear())],
  'refused-cancel-ignored': [toHistory({}, createIntent, confirmIntent, pay(), ...hear())],
  'expired-not-canceled': [toHistory({}, createIntent, tick(35 * MINUTE_MS), pay())],
  'returned-intent-left': [
    toHistory(
      {},
      createIntent,
      changeIntent('ach'),
      confirmIntent,
      ...hear(),
      returnDebit,
      ...hear(),
    ),
  ],
  'plan-dates-not-compared': [toHistory({}, days(1), startPlan(0, true))],
  'stale-installment': [toHistory({}, startPlan(), payPlan(false), payPlan(true))],
  'any-method-state': [
    toHistory({}, schedule(2), step({ name: 'disableMethod', method: SAVED_HERE }), days(2)),
  ],
  'no-cap': [toHistory({}, schedule(2), step({ name: 'limitMandate', mandate: 0 }), days(2))],
  'utc-day': [
    toHistory(
      { timeZone: 'Pacific/Auckland', startsAt: '2026-11-15T22:00:00.000Z', invoices: FIVE },
      ...scheduleFive,
      days(1),
    ),
  ],
  'no-day-limit': [toHistory({ invoices: FIVE }, ...scheduleFive, days(1))],
  'month-drift': [toHistory({ startsAt: '2027-01-30T16:00:00.000Z' }, startPlan())],
  'hard-decline-retried': [toHistory({}, schedule(1), days(1, 'decline_hard'), eachDay)],
  'unstarted-plan-end-untold': [
    toHistory(
      {},
      { ...startPlan(1, false, { kind: 'saved', method: 1 }), faults: ['3ds'] },
      step({ name: 'removeMethod', invoice: 0, method: 1 }),
      tick(31 * MINUTE_MS),
    ),
  ],
  'disputed-auto-paid': [
    toHistory(
      { invoices: [{ ...INVOICE, dueInDays: -1 }, INVOICE] },
      schedule(5, 1),
      step({ name: 'cancelSchedule', invoice: 1 }),
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
    toHistory({}, pay({}, '3ds'), step({ name: 'cancelChallenge', invoice: 0 }, 'exception')),
  ],
  'key-lock': races(
    { ...SCHEDULE, invoice: 0, inDays: 5, source: { kind: 'saved', method: 1 } },
    { name: 'removeMethod', invoice: 0, method: 1 },
  ).map((race) => toHistory({}, ...race)),
  'suspended-forever': [toHistory({ isLong: true }, schedule(5), removeMethod)],
  'missed-forever': [toHistory({ isLong: true }, startPlan(), removeMethod)],
  'old-fee-kept': [
    toHistory(
      {},
      scheduleDebit(5),
      step({ name: 'changeMethod', invoice: 0, method: 0 }),
      step({ name: 'changeMethod', invoice: 0, method: 1 }),
    ),
  ],
  'next-day': [toHistory({}, schedule(1), days(1, 'refused_connection'))],
  'fee-lost': [toHistory({}, startPlan())],
  // Nothing is closed at an account that does not find a charge of the company.
  'unreconciled-not-found': [
    toHistory(
      { ...TWO_INVOICES, processor: 'payengine' },
      pay(),
      pay({ invoice: 1 }, 'late_3h'),
      wait(70 * MINUTE_MS),
      reconcile(),
    ),
  ],
  'double-claim': races({ name: 'runJobs' }, { name: 'runJobs' }).map((race) =>
    at('payengine', ...overpaid('429'), wait(2 * MINUTE_MS), ...race),
  ),
  'closed-reopened': [
    toHistory(
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
    toHistory({}, pay(), refundThere('cent'), ...hear(), refundThere('cent'), ...hear()),
  ],
  'event-left-out': [toHistory({}, pay({}, 'lost_after'), ...hear())],
  'refund-ignored': [toHistory({}, pay(), refundThere('all'), ...hear())],
  'pending-refund-counted': [toHistory({}, pay(), orderRefund, jobs('refund_pending'))],
  'refund-failure-ignored': [
    toHistory({}, pay(), orderRefund, jobs(), endRefund('failed'), ...hear()),
  ],
  'failed-refund-posted': [
    toHistory({}, pay(), orderRefund, jobs(), endRefund('failed'), ...hear()),
  ],
  'failed-refund-still-owed': [
    toHistory(
      {},
      pay(),
      orderRefund,
      jobs(),
      step({ name: 'reopen', invoice: 0 }),
      endRefund('failed'),
      ...hear(),
    ),
  ],
  'owed-again-forgotten': [toHistory({}, pay(), orderOwedAgain, jobs())],
  'owed-again-stays-closed': [toHistory({}, pay(), orderOwedAgain, jobs())],
  'owed-again-not-of-parts': [toHistory(TWO_INVOICES, payTogether(), orderOwedAgain, jobs())],
  // Between the ages of 30 and 45 days, the paid charge is not looked up.
  'refund-not-followed': [at('fiserv', pay(), days(31), orderRefund, jobs('refund_pending'))],
  'dispute-ignored': [toHistory({}, pay(), dispute('open'), ...hear())],
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
    toHistory({}, { ...pay({}, '3ds'), during: { name: 'tick', ms: 31 * MINUTE_MS } }),
  ],
  'short-span': [at('fiserv', declined, succeedLate, tick(2 * DAY_MS))],
  'span-limited': [at('fiserv', declined, succeedLate, tick(61 * DAY_MS))],
  'unanswered-passed-over': [
    at('fiserv', declined, succeedLate, tick(5 * DAY_MS), reconcile('lost_after')),
  ],
  // The comparison gets a response, but the lookup that books the charge does not.
  'late-success-unanswered': [
    at('fiserv', declined, succeedLate, tick(5 * DAY_MS), reconcile('ok', 'lost_after')),
  ],
  'challenge-dropped': [toHistory({}, pay({}, '3ds'), tick(31 * MINUTE_MS, 'ok', 'lost_before'))],
  'waiver-survives': [
    toHistory(
      { invoices: [{ ...INVOICE, negotiatedPercent: 50 }] },
      pay({ kind: 'ach' }),
      settleDebit,
      ...hear(),
      returnDebit,
      ...hear(),
    ),
  ],
  'guess-failed': [at('payengine', pay({}, 'lost_after'), pay())],
  'new-key': [toHistory({}, pay({}, 'late_1m'), tick(35 * SECOND_MS), tick(3 * MINUTE_MS))],
  'blind-resend': [
    at('payengine', pay({}, 'late_30m'), tick(35 * SECOND_MS), tick(31 * MINUTE_MS)),
  ],
  'trust-payload': [toHistory({}, pay({}, 'misleading_event'), ...hear())],
  'no-integrity': [toHistory({}, pay({}, 'wrong_amount'))],
  'no-resolver': [at('fiserv', pay({}, 'lost_after'))],
  'skip-mandate': [
    toHistory({}, schedule(2), step({ name: 'revokeMandate', mandate: 0 }), days(2)),
  ],
  'success-is-final': [
    toHistory({}, pay({ kind: 'ach' }), settleDebit, ...hear(), returnDebit, ...hear()),
  ],
  'old-token-kept': [toHistory({ invoices: FIVE }, schedule(2), schedule(3, 1), jobs(), days(2))],
  // The charge that got no response is sent again with its key and its original token.
  'forgotten-too-early': [
    toHistory(
      { invoices: FIVE },
      schedule(1),
      days(1, 'lost_before'),
      schedule(3, 1),
      jobs(),
      tick(35 * SECOND_MS),
    ),
  ],
  'no-lock': races(PAY, PAY).map((race) => toHistory({}, ...race)),
  ...PROVIDER_HISTORIES,
  ...BILLING_HISTORIES,
  ...ARRIVAL_HISTORIES,
  ...ENTITLEMENT_HISTORIES,
  ...CHANGE_HISTORIES,
  ...LATER_HISTORIES,
};
