/** Unknown addresses and links, and pages that failed to load. */
import type { ReactNode } from 'react';

export const notFoundTexts = {
  page: {
    heading: 'Page not found',
    title: "We can't find this page",
    text:
      'If you followed a link to an invoice, open it again from the original message. Part of the ' +
      'address may be missing.',
    action: 'Go to the home page',
    invoices: 'Go to your invoices',
  },
  link: {
    heading: 'Link not found',
    title: "This link doesn't work",
    text: (sender: ReactNode) => [
      'It may have expired, been replaced by a newer one or been cut off when it was copied. We can send you a ' +
        'new one, or you can ask ',
      sender,
      '. You have not been charged.',
    ],
    someSender: 'the company that sent it',
    action: 'Get a new link',
  },
  company: {
    heading: 'Company not found',
    title: "We can't find this company",
    text:
      'Check the company name in the address. If you have the invoice, you can find it without the ' +
      'address.',
    action: 'Find your invoice',
  },
  entry: { heading: 'Not loaded', title: "We couldn't load this page" },
  invoice: {
    heading: 'Invoice not loaded',
    title: "We couldn't load your invoice",
    noConnection: "Check your connection. This page tries again as soon as you're back online.",
  },
  /** Also shown for resources of other customers. */
  thing: {
    heading: 'Not found',
    text: 'Check the address. It may be incomplete or belong to another account.',
  },
};
