/** What was agreed and done. */
import type { HistoryContent } from '@quittance/contract/schemas/records/history';

type Of<Kind extends HistoryContent['kind']> = Extract<HistoryContent, { kind: Kind }>;

const purposes: Readonly<Record<string, string>> = {
  FULL_AMOUNT: 'a payment',
  OWN_AMOUNT: 'a payment of another amount',
  INVOICES: 'a payment of several invoices',
  PARTIAL: 'a partial payment',
  ESTIMATE: 'the payment of an estimate',
  EXTENSION: 'a scheduled payment',
  PLAN: 'a payment plan',
  CHANGE_PLAN: 'a changed payment plan',
  CHANGE_PM: 'another payment method',
  ADD_PM: 'a saved payment method',
  AUTO_PAY: 'auto-pay',
};
const purposeOf = (purpose: string) => purposes[purpose] ?? 'a payment';

const payments: Readonly<Record<Of<'PAYMENT'>['state'], string>> = {
  SUBMITTED: 'Bank debit submitted',
  SUCCEEDED: 'Payment succeeded',
  FAILED: 'Payment failed',
  RETURNED: 'Payment returned by the bank',
};

const disputes: Readonly<Record<Of<'DISPUTE'>['state'], string>> = {
  OPEN: 'Dispute opened',
  WON: 'Dispute closed, the payment stands',
  LOST: 'Dispute closed, the money went back',
};

const changes: Readonly<Record<string, string>> = {
  'payment.scheduled': 'Payment scheduled',
  'payment.unscheduled': 'Scheduled payment canceled',
  'schedule.moved_by_company': 'Scheduled payment moved',
  'plan.canceled': 'Payment plan canceled',
  'arrangement.ended': 'Plan or scheduled payment ended',
  'schedule.moved': 'Scheduled payment moved',
  'schedule.skipped': 'Scheduled payment skipped once',
  'plan.move': 'Installment moved',
  'plan.skip': 'Installment skipped once',
  'plan.day': 'Day of the plan changed',
  'plan.shorten': 'Plan shortened',
  'plan.pause_requested': 'Pause of the plan requested',
  'plan.pause_granted': 'Pause of the plan granted',
  'plan.pause_refused': 'Pause of the plan refused',
  'plan.pause_withdrawn': 'Request for a pause withdrawn',
  'auto_pay.moved': 'Auto-pay charge moved',
  'auto_pay.skipped': 'Auto-pay charge skipped once',
  'auto_pay.excluded': 'Invoice excluded from auto-pay',
  'inquiry.question_asked': 'Question about an invoice',
  'inquiry.dispute_opened': 'Invoice disputed',
  'inquiry.answered': 'Question or dispute answered',
  'method.added': 'Payment method saved',
  'method.changed': 'Payment method changed',
  'method.removed': 'Payment method removed',
  'auto_pay.on': 'Auto-pay turned on',
  'auto_pay.off': 'Auto-pay turned off',
};

const by: Readonly<Record<Of<'CHANGE'>['by'], string>> = {
  PAYER: 'by you',
  COMPANY: 'by the company',
  SYSTEM: 'automatically',
};

export const historyTexts = {
  title: 'Agreements and history',
  intro:
    'What you agreed to, word for word, and what followed. Each entry is chained to the one before it, so that later changes would show.',
  agreed: (purpose: string) => `You agreed to ${purposeOf(purpose)}`,
  ended: (purpose: string) => `Your consent to ${purposeOf(purpose)} ended`,
  waived: 'Amount waived',
  payments,
  refund: 'Refund',
  disputes,
  changed: (action: string, actor: Of<'CHANGE'>['by']) =>
    `${changes[action] ?? action}, ${by[actor]}`,
  invoice: 'Invoice',
  method: 'Payment method',
  amount: 'Amount',
  fee: 'Processing fee',
  limit: 'At most',
  validFrom: 'Valid from',
  on: 'Day',
  version: 'Version of the text',
  offSession: 'Charged automatically, as agreed',
  /** After 'View' and 'Hide'. */
  exactText: 'exact text',
  entry: (position: number, hash: string) => `Entry ${position} · ${hash}`,
  pdf: 'History as PDF',
  data: 'Data file for verification',
  lastEntry: (head: string) => `Last entry: ${head}`,
  howTo:
    'Keep the PDF: it names the last entry. With the data file and the script verify-history.mjs of this software, anyone can check that no text was changed, and no entry removed or moved.',
  pager: 'entries',
  failed: "We couldn't load your history",
  none: 'Nothing was agreed or paid yet',
  noneHint: 'Your consents and payments appear here within a minute.',
};
