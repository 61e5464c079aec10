/** Short histories that reveal the seeded bugs in the amounts of invoices and in recorded payments. */
import type { History } from '../history.ts';
import {
  days,
  endRefund,
  hear,
  INVOICE,
  jobs,
  MINUTE_MS,
  orderOwedAgain,
  orderRefund,
  pay,
  races,
  returnDebit,
  schedule,
  settleDebit,
  startPlan,
  step,
  TWO_INVOICES,
  tick,
  toHistory,
} from './steps.ts';

const RECORD = { name: 'recordCash', invoice: 0, isWhole: true, isRepeated: false } as const;
const record = step(RECORD);
const recordTogether = step({ ...RECORD, isTogether: true });
const recordAgain = step({ ...RECORD, isRepeated: true });
const reverse = step({ name: 'reverseCash', invoice: 0 });
const note = (percent = 100) => step({ name: 'creditNote', invoice: 0, percent });
const apply = (invoice: number) => step({ name: 'applyCredit', invoice, percent: 100 });
const payOut = step({ name: 'payOutCredit', invoice: 0, percent: 100 });
const payOutHalf = step({ name: 'payOutCredit', invoice: 0, percent: 50 });
const REFUND_CREDIT = { name: 'refundCredit', invoice: 0, percent: 100 } as const;
const refundCredit = step(REFUND_CREDIT);
const REFUND_PART = { name: 'orderRefund', invoice: 0, isWhole: false } as const;
const voidPaid = step({ name: 'voidWithRefund', invoice: 0 });
const OFFERED = { invoices: [{ ...INVOICE, negotiatedPercent: 50 }] };

export const BILLING_HISTORIES: Readonly<Record<string, readonly History[]>> = {
  'waiver-counted-as-paid': [toHistory(OFFERED, pay(), ...hear())],
  'withdrawn-waiver-still-noted': [
    toHistory(OFFERED, pay({ kind: 'ach' }), settleDebit, ...hear(), returnDebit, ...hear()),
  ],
  'refund-not-noted-on-invoice': [toHistory({}, pay(), orderRefund, jobs())],
  'failed-refund-still-noted': [
    toHistory({}, pay(), orderRefund, jobs(), endRefund('failed'), ...hear()),
  ],
  'owed-again-taken-from-paid': [toHistory({}, pay(), orderOwedAgain, jobs())],
  'manual-parts-not-written': [toHistory(TWO_INVOICES, recordTogether)],
  'manual-beyond-the-balance': [
    toHistory(
      { requestCents: 9000 },
      record,
      reverse,
      step({ name: 'payRequest', request: 5, kind: 'card', key: 'fresh' }),
      recordAgain,
    ),
  ],
  'waiver-of-several': [toHistory({ invoices: [INVOICE, ...OFFERED.invoices] }, recordTogether)],
  'reversed-in-part': [toHistory(TWO_INVOICES, recordTogether, reverse)],
  'bounced-number-stays-taken': [toHistory({}, record, reverse, recordAgain)],
  'part-ends-plan': [toHistory({}, startPlan(), step({ ...RECORD, isWhole: false }))],
  'credit-applied-twice': [toHistory(TWO_INVOICES, pay(), note(50), apply(1))],
  'paid-out-credit-kept': [toHistory({}, pay(), note(), payOut)],
  'paid-out-note-used-again': [
    toHistory({}, pay(), note(50), payOutHalf, tick(MINUTE_MS), note(50), payOut),
  ],
  'credit-beyond-the-balance-lost': [toHistory({}, pay(), note())],
  'credit-during-a-charge': [toHistory({}, pay({ kind: 'ach' }), note(50))],
  'credit-counted-as-money': [toHistory({}, note(50))],
  'paid-before-owed-again': [
    toHistory({ invoices: [{ ...INVOICE, paidBeforeCents: 4000 }] }, pay(), ...hear()),
  ],
  'notes-beyond-the-total': [toHistory({}, note(), note(20))],
  'note-gives-back-twice': [
    toHistory({}, pay(), step(REFUND_PART), jobs(), note()),
    toHistory({}, pay(), step(REFUND_PART), jobs(), voidPaid),
  ],
  'called-off-owed-again': [toHistory({}, record, note(), reverse)],
  'used-credit-settles-again': [toHistory(TWO_INVOICES, record, note(), apply(1), reverse)],
  'note-number-reused': [toHistory({}, note(20), note(20))],
  'credit-leaves-the-schedule': [toHistory({}, schedule(5), note())],
  'credit-changes-an-arrangement': [toHistory({}, schedule(5), note(50), days(5))],
  'refunded-credit-kept': [toHistory({}, pay(), note(50), refundCredit)],
  'failed-credit-refund-keeps-credit': [
    toHistory(
      {},
      pay(),
      note(50),
      refundCredit,
      jobs('refund_pending'),
      endRefund('failed'),
      ...hear(),
    ),
  ],
  'credit-of-returned-payment-lost': [
    toHistory(
      {},
      pay({ kind: 'ach' }),
      settleDebit,
      ...hear(),
      note(50),
      refundCredit,
      returnDebit,
      ...hear(),
    ),
  ],
  'void-refunds-and-keeps-credit': [toHistory({}, pay(), voidPaid)],
  'refunded-credit-not-taken': [toHistory({}, pay(), note(50), refundCredit, jobs())],
  'credit-reserved-unchecked': races(REFUND_CREDIT, {
    name: 'payOutCredit',
    invoice: 0,
    percent: 100,
  }).map((race) => toHistory({}, pay(), note(50), ...race)),
};
