/** The page of one invoice. */
import type { MethodType } from '@quittance/contract/vocabulary';
import type { ReactNode } from 'react';

const kinds: Record<MethodType, string> = {
  CARD: 'Card',
  ACH: 'Bank account',
  CASH: 'Cash',
  CHECK: 'Check',
  WIRE: 'Wire or bank transfer',
  MONEY_ORDER: 'Money order',
  OTHER: 'Other payment',
  NEGOTIATION: 'Settlement discount',
  CREDIT_NOTE: 'Credit note',
  CREDIT: 'Account credit',
  WRITE_OFF: 'Written off',
  UNCOLLECTIBLE: 'Written off as uncollectible',
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
  nextTry: (day: string) => `The last attempt failed. Next attempt: ${day}`,
  nextPayment: (day: string) => `Next payment ${day}`,
  fee: (fee: string) => `+ ${fee} fee`,
  planFee: (fee: string) => `+ ${fee} processing fee`,
  kinds,
  amount: { paid: 'Paid', due: 'Balance due', left: 'Remaining balance' },
  payment: 'Payment',
  payNow: 'Pay now',
  payInstallment: (ordinal: string, cost: string) => `Pay ${ordinal} payment ${cost}`,
  privacy: (company: string, policy: (words: string) => ReactNode) => [
    `Your payment details go straight to the payment processor and never reach ${company}. `,
    policy('Privacy policy'),
  ],
  offer: {
    title: (saves: string) => `You save ${saves}`,
    text: (company: string, amount: string) =>
      `${company} agreed to accept ${amount} as payment in full. Once it's paid, you owe nothing more on this invoice.`,
  },
  billed: {
    title: 'Items',
    item: 'Item',
    amount: 'Amount',
    tax: 'Tax',
    total: 'Total',
    quantity: (quantity: string, price: string) => `${quantity} × ${price}`,
  },
  download: 'Download invoice (PDF)',
  attachments: { title: 'Attachments', file: (name: string, size: string) => `${name} (${size})` },
  paid: 'Paid in full. Thank you!',
  debit: {
    title: 'Bank debit is on its way',
    text:
      "Banks usually take up to 4 business days. You don't need to do anything. This page will show " +
      'the result.',
  },
  processing: {
    title: 'Payment is processing',
    text: "This page will show the result, usually within 15 minutes. Please don't pay again.",
  },
  challenge: {
    title: 'Waiting for your bank',
    text: "Your bank hasn't confirmed this payment yet.",
    action: 'Continue or cancel',
  },
  unavailable: {
    title: "Online payment isn't available yet",
    text: (name: string, company: ReactNode) => [
      `${name} doesn't accept payments on this page yet. Please pay as described on your invoice, or contact `,
      company,
      '.',
    ],
  },
  questions: (company: ReactNode) => ['Questions? Contact ', company, '.'],
  closed: {
    disputed: 'This invoice is disputed. You can pay it once the dispute is resolved.',
    draft: "This invoice hasn't been issued yet.",
    plan: 'This invoice is on a payment plan. Nothing is due today.',
    savedMethod: {
      text: 'Payments on this plan are charged to a saved payment method. Sign in to pay early or use a different method.',
      action: 'Sign in to pay',
    },
  },
  summary: {
    title: 'Payment summary',
    original: 'Original amount',
    paid: 'Paid balance',
    credited: 'Including credits',
    refunded: 'Refunded',
    dueDate: 'Due date',
    issued: 'Issue date',
    company: 'Company',
    project: 'Project',
    contract: 'Contract type',
    description: 'Description',
    poNumber: 'PO number',
    note: 'Note',
  },
  payments: {
    title: 'Payments',
    failed: "We couldn't load the payments for this invoice.",
    caption: 'Payments for this invoice',
    none: 'No payments yet. Your payments will appear here.',
    columns: {
      date: 'Date',
      method: 'Method',
      status: 'Status',
      amount: 'Amount',
      receipt: 'Receipt',
    },
  },
};
