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

const fallback = (reason: string | null, text: string) => `${reason ?? text} `;

/** Below a payment that did not simply succeed: why, and what to do next. */
export const paymentNotes = {
  failed: (reason: string | null) =>
    `${fallback(reason, "This payment didn't go through.")}You weren't charged. `,
  returned: (reason: string | null) => fallback(reason, 'This payment was returned.'),
  refunded: 'Refunded. It may take up to 10 business days to reach your account.',
  debit: (date: string) =>
    `On its way from your bank. We expect the result by ${date}. You don't need to do anything.`,
  card: "We're waiting for the result, usually less than 15 minutes. You won't be charged twice.",
  late: (date: string | null, company: ReactNode) => [
    'This is taking longer than usual. ',
    date ? `We expected the result by ${date}. ` : 'We expected the result within 15 minutes. ',
    "We keep checking, and you won't be charged twice. Questions? Contact ",
    company,
    '.',
  ],
  next: {
    open: {
      failed: 'Please try again, or use another payment method.',
      returned: 'The amount is open again. Please pay with another method.',
    },
    arranged: {
      failed: "The invoice page shows when we'll try again.",
      returned: "The invoice page shows what's due and when we'll try again.",
    },
    paid: {
      failed: "The invoice is paid. You don't need to do anything.",
      returned: "The invoice is paid. You don't need to do anything.",
    },
  },
  someCompany: 'the company',
};
