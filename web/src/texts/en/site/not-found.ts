/** Unknown addresses and links, and pages that failed to load. */
import type { ReactNode } from 'react';

export const notFoundTexts = {
  page: {
    heading: 'Page not found',
    title: 'There is no page at this address',
    text:
      'If you followed a link to an invoice, open it once more from the message it came in: a part ' +
      'of the address may be missing.',
    action: 'Go to the start page',
    invoices: 'Go to your invoices',
  },
  link: {
    heading: 'Link not found',
    title: 'This link does not open an invoice',
    text: (sender: ReactNode) => [
      'It may have expired, been replaced by a newer one, or lost a part when it was copied. We can send you a ' +
        'fresh one, or you ask ',
      sender,
      '. Nothing has been charged.',
    ],
    someSender: 'the company that sent it',
    action: 'Get a new link',
  },
  company: {
    heading: 'Company not found',
    title: 'We know no company at this address',
    text:
      'Its name in the address may have lost a letter. With the invoice at hand you can find the ' +
      'way without it.',
    action: 'Find your invoice',
  },
  entry: { heading: 'Not loaded', title: 'This page could not be loaded' },
  invoice: {
    heading: 'Invoice not loaded',
    title: 'Your invoice could not be loaded',
    noConnection:
      'We could not reach the portal. Please check your connection; this page tries again as soon ' +
      'as it is back.',
  },
  /** Also for resources of other customers. */
  thing: {
    heading: 'Not found',
    text: 'It may belong to somebody else, or the address lost a part.',
  },
};
