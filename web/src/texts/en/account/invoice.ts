/** The page of one invoice. */
import type { MethodType } from '@quittance/contract/vocabulary';
import type { ReactNode } from 'react';

const kinds: Record<MethodType, string> = {
  CARD: 'Card',
  ACH: 'Bank account',
  CASH: 'Cash',
  NEGOTIATION: 'Agreed reduction',
};

export const invoiceTexts = {
  title: (invoice: string) => `Invoice ${invoice}`,
  titleFor: (invoice: string, firstName: string) => `Invoice ${invoice} for ${firstName}`,
  waiting: { title: 'Your invoice', text: 'Loading your invoice' },
  back: 'Invoices',
  all: 'All invoices',
  due: (date: string) => `Due ${date}`,
  dueAndOverdue: (due: string, overdue: string) => `${due} · ${overdue}`,
  scheduledFor: (day: string) => `Scheduled for ${day}`,
  nextPayment: (day: string) => `Next payment ${day}`,
  fee: (fee: string) => `+ ${fee} fee`,
  planFee: (fee: string) => `+ ${fee} processing fee`,
  kinds,
  amount: { paid: 'Paid', due: 'Amount due', left: 'Left to pay' },
  payment: 'Payment',
  payNow: 'Pay now',
  payInstallment: (ordinal: string, cost: string) => `Pay ${ordinal} payment ${cost}`,
  privacy: (company: string, policy: (words: string) => ReactNode) => [
    `Payment details go straight to the processor and never reach ${company}. `,
    policy('Privacy policy'),
  ],
  offer: {
    title: (saves: string) => `You save ${saves}`,
    text: (company: string, amount: string) =>
      `${company} agreed to ${amount}. Once it is paid, nothing more is owed on this invoice.`,
  },
  paid: 'Nothing is left to pay. Thank you!',
  debit: {
    title: 'Bank debit is on its way',
    text:
      'Banks usually take up to 4 business days. There is nothing to do: this page shows the ' +
      'result by itself.',
  },
  processing: {
    title: 'Payment is processing',
    text:
      'This page shows the result by itself as soon as it is known, usually within 15 minutes. You will not be ' +
      'charged twice.',
  },
  challenge: {
    title: 'Waiting for your bank',
    text: 'The payment is neither confirmed by your bank nor canceled yet.',
    action: 'Continue or cancel',
  },
  unavailable: {
    title: 'Online payment is not available here yet',
    text: (name: string, company: ReactNode) => [
      `${name} does not take payments on this page yet. Please pay as described on the invoice you received, or ask `,
      company,
      '.',
    ],
  },
  questions: (company: ReactNode) => ['Questions? Contact ', company, '.'],
  closed: {
    disputed: 'This invoice is disputed. It can be paid once that is resolved.',
    draft: 'This invoice has not been issued yet.',
    plan: 'This invoice is paid in installments by a payment plan. There is nothing to do today.',
  },
  summary: {
    title: 'Payment summary',
    original: 'Original amount',
    paid: 'Paid balance',
    refunded: 'Refunded',
    dueDate: 'Due date',
    issued: 'Date of issue',
    company: 'Company',
    project: 'Project',
    contract: 'Contract type',
    description: 'Description',
  },
  payments: {
    title: 'Payments',
    failed: 'The payments of this invoice could not be loaded.',
    caption: 'Payments of this invoice',
    none: 'No payments yet. They appear here as soon as one is made.',
    columns: {
      date: 'Date',
      method: 'Method',
      status: 'Status',
      amount: 'Amount',
      receipt: 'Receipt',
    },
  },
};
