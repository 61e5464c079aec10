/** The start page and the resolve page. */
import type { ReactNode } from 'react';

type InText = (words: string) => ReactNode;

export const publicTexts = {
  home: {
    title: 'Customer Payment Portal',
    intro:
      'See what you owe, and pay it, in one place: invoices from the companies you deal with, ' +
      'with the amount, the due date and what to do next.',
    find: 'Find your invoice',
    how: 'How it works',
    open: {
      title: 'Open the link you were sent',
      text:
        'The company that invoiced you sends a link by mail, message or letter. It opens your ' +
        'invoice directly; no account is needed.',
    },
    check: {
      title: 'Check what it is for',
      text:
        'You see who is asking, how much is due and by when, and every payment made so far. ' +
        'Nothing is charged by looking.',
    },
    pay: {
      title: 'Pay safely',
      text:
        "Card details are typed into the payment processor's own fields. The button says exactly " +
        'what will be taken, the fee included.',
    },
    lost: 'You cannot find the link?',
    lostText: (resolve: InText, faq: InText) => [
      'Search your mailbox for the name of the company and the word “invoice”. If the link has ' +
        'expired or was lost, or if the invoice came on paper, ',
      resolve('we send you a new link'),
      ': all you need is the reference on the invoice. The ',
      faq('questions and answers'),
      ' may help too.',
    ],
  },
  resolve: {
    intro:
      'You have an invoice, but no link to it? Tell us what is on it, and we send a link to the ' +
      'e-mail address the company has of you.',
    company: 'Company that sent the invoice',
    companyFound: 'found',
    useCompany: 'Use this',
    reference: 'Invoice or customer reference',
    referenceHint: 'As printed on the invoice, for example HD-2041.',
    email: 'Your e-mail address',
    submit: 'Send me a link',
    missing: {
      company: 'Please say which company sent the invoice.',
      reference: 'Please type a reference from the invoice.',
      email: 'Please type an e-mail address, like name@example.com.',
    },
    sent: 'If it matches, a link is on its way',
    sentText: (email: string) =>
      `When the company has an invoice with this reference and knows “${email}”, a mail is there ` +
      'within a minute or two. It may have landed among the unwanted mail.',
    nothingCame: 'Nothing came?',
    nothingCameText:
      'The reference must be typed exactly as it is printed, and the e-mail address must be the ' +
      'one the company writes to. If both are right, please ask the company: its phone number is ' +
      'on the invoice.',
    back: 'Check what you typed',
  },
  updatedOn: (date: ReactNode) => ['Last updated ', date],
};
