/** The account statement, and the tabs that it shares with the history. */
import type { StatementKind } from '@quittance/contract/schemas/records/statement';

export const recordTexts = {
  tabs: 'Account records',
  statement: 'Statement',
  history: 'Agreements and history',
};

const kinds: Readonly<Record<StatementKind, string>> = {
  INVOICE: 'Invoice',
  REBILLED: 'Invoice amount changed',
  REOPENED: 'Refunded amount owed again',
  PAYMENT: 'Payment',
  FEE: 'Processing fee',
  WAIVER: 'Waived',
  OVERPAYMENT: 'Overpayment',
  RETURN: 'Payment returned',
  FEE_RETURN: 'Processing fee returned',
  WAIVER_WITHDRAWN: 'Waiver withdrawn',
  OVERPAYMENT_RETURN: 'Overpayment returned',
  REFUND: 'Refund, amount not owed again',
  FEE_REFUND: 'Processing fee refunded',
  OVERPAYMENT_REFUND: 'Overpayment refunded',
  REVIEW: 'Money sent back twice, being reviewed',
  DISPUTE_OPENED: 'Dispute opened',
  DISPUTE_CLOSED: 'Dispute closed',
};

export const statementTexts = {
  title: 'Account statement',
  intro: 'Everything that was billed, paid and given back, with the balance after each line.',
  kinds,
  period: 'Period',
  lastYear: 'Last 12 months',
  otherDates: 'Other dates',
  from: 'From',
  to: 'To',
  show: 'Show',
  wrongOrder: 'Choose a first day that is not after the last day',
  summary: 'Summary',
  opening: (day: string) => `Opening balance on ${day}`,
  charges: 'Charges',
  credits: 'Payments and credits',
  closing: (day: string) => `Closing balance on ${day}`,
  credit: 'A negative balance is money in your favor.',
  statementPdf: 'Statement as PDF',
  statementCsv: 'Statement as CSV',
  receipts: 'All receipts of this period',
  lines: 'Lines of the statement',
  columns: {
    date: 'Date',
    what: 'Description',
    charge: 'Charges',
    credit: 'Payments',
    balance: 'Balance',
  },
  /** Instead of an amount of zero. */
  nothing: '–',
  held: (amount: string) => `${amount} held`,
  pager: 'statement lines',
  failed: "We couldn't load your statement",
  none: 'Nothing was charged or paid in this period',
  noneHint: 'Choose other dates to see earlier charges and payments.',
};
