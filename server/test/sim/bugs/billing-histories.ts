/** Short histories that reveal the seeded bugs in the amounts of invoices and in recorded payments. */
import type { History } from '../history.ts';
import {
  endRefund,
  hear,
  INVOICE,
  jobs,
  orderOwedAgain,
  orderRefund,
  pay,
  returnDebit,
  settleDebit,
  step,
  TWO_INVOICES,
  toHistory,
} from './steps.ts';

const RECORD = { name: 'recordCash', invoice: 0, isWhole: true, isRepeated: false } as const;
const record = step(RECORD);
const recordTogether = step({ ...RECORD, isTogether: true });
const recordAgain = step({ ...RECORD, isRepeated: true });
const reverse = step({ name: 'reverseCash', invoice: 0 });
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
};
