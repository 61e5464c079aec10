/** Short histories that reveal the seeded bugs in company decisions. */
import { HOUR_MS } from '@quittance/contract/durations';
import type { History } from '../history.ts';
import {
  at,
  confirmIntent,
  createIntent,
  days,
  dispute,
  hear,
  INVOICE,
  jobs,
  MINUTE_MS,
  pay,
  races,
  settleDebit,
  startPlan,
  step,
  succeedLate,
  tick,
  toHistory,
  wait,
} from './steps.ts';

/** The invoice allows it as often as it is owed again (R112), so that only the payment limits it. */
const OWED_AGAIN = { isOwedAgain: true, isAgain: true } as const;
const REFUND = { name: 'orderRefund', invoice: 0, isWhole: true, ...OWED_AGAIN } as const;
const orderRefund = step(REFUND);
const decide = step({ name: 'decide', invoice: 0 });
const writeOff = step({ name: 'writeOff', invoice: 0 });
const voidInvoice = step({ name: 'voidInvoice', invoice: 0 });
const cash = (how: { isWhole: boolean; isRepeated: boolean }) =>
  step({ name: 'recordCash', invoice: 0, ...how });
const halfInCash = cash({ isWhole: false, isRepeated: false });
const reverseCash = step({ name: 'reverseCash', invoice: 0 });
const OVERDUE = { invoices: [{ ...INVOICE, dueInDays: -1 }] };

const inquire = step({ name: 'inquire', invoice: 0, kind: 'DISPUTE', isCustomer: true });
const answer = step({ name: 'answerInquiry', invoice: 0 });

const INQUIRY_HISTORIES: Readonly<Record<string, readonly History[]>> = {
  'disputed-charged': [toHistory({}, startPlan(), ...hear(), inquire, days(31))],
  'dispute-over-a-payment': [toHistory({}, pay({ kind: 'ach' }), inquire, settleDebit, ...hear())],
  'won-dispute-answers': [
    toHistory(
      {},
      startPlan(),
      ...hear(),
      inquire,
      dispute('open'),
      ...hear(),
      dispute('won'),
      ...hear(),
    ),
  ],
  'answer-forgets-the-plan': [toHistory({}, startPlan(), ...hear(), inquire, answer)],
};

export const PROVIDER_HISTORIES: Readonly<Record<string, readonly History[]>> = {
  ...INQUIRY_HISTORIES,
  'refund-on-its-way-forgotten': [toHistory({}, pay(), orderRefund, orderRefund, jobs())],
  'refund-order-unlocked': races(REFUND, REFUND).map((race) => toHistory({}, pay(), ...race)),
  'decided-too-early': [at('payengine', pay({}, 'late_30m'), wait(MINUTE_MS), decide)],
  'decision-is-final': [
    at('payengine', pay({}, 'late_3h'), wait(2 * HOUR_MS), decide, pay(), tick(2 * HOUR_MS)),
  ],
  'void-owed': [
    toHistory(
      {},
      pay({}, 'decline_soft'),
      voidInvoice,
      succeedLate,
      ...hear(),
      dispute('open'),
      ...hear(),
      dispute('lost'),
      ...hear(),
    ),
  ],
  'write-off-collects': [toHistory(OVERDUE, days(1), writeOff)],
  'write-off-any-status': [toHistory({}, pay(), writeOff)],
  'void-partly-paid': [toHistory({}, halfInCash, voidInvoice)],
  'void-while-offered': [toHistory({}, createIntent, voidInvoice, confirmIntent, ...hear())],
  'reversal-declines': [toHistory({}, halfInCash, reverseCash)],
  'receipt-not-looked-up': [
    toHistory({}, halfInCash, cash({ isWhole: false, isRepeated: true }), reverseCash),
  ],
};
