/** Short histories that reveal the seeded bugs in the amounts of invoices. */
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
  toHistory,
} from './steps.ts';

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
};
