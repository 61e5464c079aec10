/** The home page and the resolve page. */
import type { ReactNode } from 'react';

type InText = (words: string) => ReactNode;

export const publicTexts = {
  home: {
    title: 'Customer Payment Portal',
    intro:
      'See and pay invoices from the companies you do business with, all in one place: what you ' +
      "owe, when it's due and what to do next.",
    find: 'Find your invoice',
    how: 'How it works',
    open: {
      title: 'Open the link you were sent',
      text:
        'The company that invoiced you sends a link by email, text or letter. It opens your ' +
        "invoice directly. You don't need an account.",
    },
    check: {
      title: 'Review your invoice',
      text:
        "See who sent it, how much is due and when, and every payment so far. You won't be " +
        'charged for looking.',
    },
    pay: {
      title: 'Pay securely',
      text:
        'Your card details go straight to the payment processor. The button shows exactly what ' +
        "you'll be charged, including any fee.",
    },
    lost: "Can't find the link?",
    lostText: (resolve: InText, faq: InText) => [
      "Search your inbox for the company's name and the word “invoice”. If the link expired, got " +
        'lost or came on paper, ',
      resolve('we can send you a new one'),
      '. All you need is the reference on the invoice. You can also check the ',
      faq('FAQ'),
      '.',
    ],
  },
  resolve: {
    intro:
      "Have an invoice but no link? Enter the details below. We'll send a link to the email " +
      'address the company has on file.',
    company: 'Company that sent the invoice',
    companyFound: 'found',
    useCompany: 'Use this company',
    reference: 'Invoice or customer reference',
    referenceHint: 'As shown on the invoice, for example HD-2041.',
    email: 'Your email address',
    submit: 'Send me a link',
    missing: {
      company: 'Enter the company that sent the invoice.',
      reference: 'Enter a reference from the invoice.',
      email: 'Enter an email address, like name@example.com.',
    },
    sent: 'If it matches, a link is on its way',
    sentText: (email: string) =>
      `If the company has an invoice with this reference and “${email}” on file, you'll get an ` +
      'email within a minute or two. Check your spam folder.',
    nothingCame: "Didn't get an email?",
    nothingCameText:
      'Enter the reference exactly as shown on the invoice, and the email address the company ' +
      'uses to contact you. If both are correct, call the company. Its phone number is on the ' +
      'invoice.',
    back: 'Edit your details',
  },
  updatedOn: (date: ReactNode) => ['Last updated ', date],
};
