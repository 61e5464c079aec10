/** The payment list. */
import type { ReactNode } from 'react';

export const paymentsTexts = {
  title: 'Payments',
  pager: 'payments',
  ofMonth: (month: string) => `Payments of ${month}`,
  failed: 'Your payments could not be loaded',
  none: 'No payments yet',
  noneHint: 'Every payment you make is listed here, with its receipt.',
  seeInvoices: 'See your invoices',
};

const fallback = (reason: string | null, text: string) => `${reason ?? text} `;

/** Below a payment that did not simply succeed: why, and what to do next. */
export const paymentNotes = {
  failed: (reason: string | null) =>
    `${fallback(reason, 'This payment did not go through.')}Nothing was charged. `,
  returned: (reason: string | null) => fallback(reason, 'This payment was taken back.'),
  refunded: 'Refunded. Your bank may take up to 10 business days to show it.',
  debit: (date: string) =>
    `On its way from your bank. We expect the result by ${date}. There is nothing to do.`,
  card: 'We are waiting for the result, usually less than 15 minutes. You will not be charged twice.',
  late: (date: string | null, company: ReactNode) => [
    'This takes longer than usual: ',
    date ? `we expected the result by ${date}. ` : 'we expected the result within 15 minutes. ',
    'We keep asking, and you will not be charged twice. Questions? Contact ',
    company,
    '.',
  ],
  next: {
    open: {
      failed: 'Please pay the invoice again, with another method if needed.',
      returned: 'The amount is open again: please pay the invoice another way.',
    },
    arranged: {
      failed: 'The page of the invoice shows when we try again.',
      returned: 'The page of the invoice shows what is open and when we try again.',
    },
    paid: {
      failed: 'The invoice is paid: there is nothing to do.',
      returned: 'The invoice is paid: there is nothing to do.',
    },
  },
  someCompany: 'the company',
};
