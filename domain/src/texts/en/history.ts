import type { HistoryContent } from '@quittance/contract/statements/history';

type Of<Kind extends HistoryContent['kind']> = Extract<HistoryContent, { kind: Kind }>;

const PURPOSES: Readonly<Record<string, string>> = {
  FULL_AMOUNT: 'a payment',
  OWN_AMOUNT: 'a partial payment',
  INVOICES: 'a payment for several invoices',
  PARTIAL: 'a partial payment',
  ESTIMATE: 'a payment for an estimate',
  EXTENSION: 'a scheduled payment',
  PLAN: 'a payment plan',
  CHANGE_PLAN: 'a change to your payment plan',
  CHANGE_PM: 'a new payment method',
  ADD_PM: 'saving a payment method',
  AUTO_PAY: 'auto-pay',
};
const toPurpose = (purpose: string) => PURPOSES[purpose] ?? 'a payment';

const PAYMENTS: Readonly<Record<Of<'PAYMENT'>['state'], string>> = {
  SUBMITTED: 'Bank debit submitted',
  SUCCEEDED: 'Payment succeeded',
  FAILED: 'Payment failed',
  RETURNED: 'Payment returned by the bank',
};

const DISPUTES: Readonly<Record<Of<'DISPUTE'>['state'], string>> = {
  OPEN: 'Dispute opened',
  WON: 'Dispute closed, the payment stands',
  LOST: 'Dispute closed, the money went back',
};

const CHANGES: Readonly<Record<string, string>> = {
  'payment.scheduled': 'Payment scheduled',
  'payment.unscheduled': 'Scheduled payment canceled',
  'schedule.moved_by_company': 'Scheduled payment date changed',
  'plan.canceled': 'Payment plan canceled',
  'arrangement.ended': 'Plan or scheduled payment ended',
  'schedule.moved': 'Scheduled payment date changed',
  'schedule.skipped': 'Scheduled payment skipped',
  'plan.move': 'Installment date changed',
  'plan.skip': 'Installment skipped',
  'plan.day': 'Plan payment day changed',
  'plan.shorten': 'Plan shortened',
  'plan.pause_requested': 'Plan pause requested',
  'plan.pause_granted': 'Plan pause granted',
  'plan.pause_refused': 'Plan pause declined',
  'plan.pause_withdrawn': 'Plan pause request withdrawn',
  'auto_pay.moved': 'Auto-pay charge date changed',
  'auto_pay.skipped': 'Auto-pay charge skipped',
  'auto_pay.excluded': 'Invoice excluded from auto-pay',
  'auto_pay.included': 'Invoice included in auto-pay again',
  'inquiry.question_asked': 'Question about an invoice',
  'inquiry.dispute_opened': 'Invoice disputed',
  'inquiry.answered': 'Question or dispute answered',
  'method.added': 'Payment method saved',
  'method.changed': 'Payment method changed',
  'method.removed': 'Payment method removed',
  'auto_pay.on': 'Auto-pay turned on',
  'auto_pay.off': 'Auto-pay turned off',
};

const BY: Readonly<Record<Of<'CHANGE'>['by'], string>> = {
  PAYER: 'by you',
  COMPANY: 'by the company',
  SYSTEM: 'automatically',
};

export function historyTitle(content: HistoryContent): string {
  switch (content.kind) {
    case 'CONSENT':
      return `You agreed to ${toPurpose(content.purpose)}`;
    case 'CONSENT_ENDED':
      return `Your authorization for ${toPurpose(content.purpose)} ended`;
    case 'PAYMENT':
      return content.isWaiver ? 'Settlement discount' : PAYMENTS[content.state];
    case 'REFUND':
      return 'Refund';
    case 'REFUND_FAILED':
      return 'Refund failed';
    case 'DISPUTE':
      return DISPUTES[content.state];
    case 'CHANGE':
      return `${CHANGES[content.action] ?? content.action}, ${BY[content.by]}`;
  }
}
