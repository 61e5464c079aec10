/** The payment list. */
import type { ReactNode } from 'react';

export const paymentsTexts = {
  title: 'Payments',
  pager: 'payments',
  upcoming: 'Upcoming payments',
  ofMonth: (month: string) => `Payments in ${month}`,
  failed: "We couldn't load your payments",
  none: 'No payments yet',
  noneHint: 'Your payments and their receipts will appear here.',
  seeInvoices: 'See your invoices',
};

/** Shown below a payment that is pending or was refunded, and below a credit note. The other notes are in `payment-outcomes.ts`. */
export const paymentNotes = {
  refunded: 'Refunded. It may take up to 10 business days to reach your account.',
  refundOnItsWay: {
    card: 'Refund on its way. It usually reaches your card in 5 to 10 business days.',
    bank: 'Refund on its way. It usually reaches your bank account in 3 to 5 business days.',
  },
  refundFailed: (company: ReactNode): ReactNode[] => [
    "This refund didn't go through. You're still owed the money, and it will be sent again or paid another way. Questions? Contact ",
    company,
    '.',
  ],
  debit: (date: string) =>
    `On its way from your bank. We expect the result by ${date}. You don't need to do anything.`,
  card: "We're waiting for the result. It usually takes less than 15 minutes. Please don't pay again.",
  confirmation:
    "Your bank is waiting for your confirmation. Open the invoice to continue or cancel. If you don't respond, the " +
    'payment is canceled after 10 minutes.',
  late: (date: string | null, company: ReactNode) => [
    'This is taking longer than usual. ',
    date ? `We expected the result by ${date}. ` : 'We expected the result within 15 minutes. ',
    "We're still checking this payment. Please don't pay again. Questions? Contact ",
    company,
    '.',
  ],
  credit: {
    part: (settled: string, credit: string) =>
      `${settled} was deducted from the invoice. ${credit} became account credit.`,
    all: 'All of it became account credit.',
  },
  someCompany: 'the company',
};
