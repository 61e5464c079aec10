/** The account statement, and the tabs that it shares with the history. */
export const recordTexts = {
  tabs: 'Account records',
  statement: 'Statement',
  history: 'Agreements and history',
};

export const statementTexts = {
  title: 'Account statement',
  intro: 'Everything that was billed, paid and given back, with the balance after each line.',
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
  /** Shown instead of an amount of zero. */
  nothing: '–',
  held: (amount: string) => `${amount} held`,
  pager: 'statement lines',
  failed: "We couldn't load your statement",
  none: 'Nothing was charged or paid in this period',
  noneHint: 'Choose other dates to see earlier charges and payments.',
};
