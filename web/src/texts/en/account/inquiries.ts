/** Questions and disputes about an invoice. */
import type { InquiryKind } from '@quittance/contract/invoices/inquiry-schemas';

export const inquiryTexts = {
  title: 'Questions about this invoice',
  intro: (company: string) => `Ask ${company}, or tell them if something on this invoice is wrong.`,
  failed: "We couldn't load the questions about this invoice.",
  open: {
    QUESTION: 'Ask a question',
    DISPUTE: 'Dispute this invoice',
  } satisfies Record<InquiryKind, string>,
  kinds: {
    QUESTION: 'Your question',
    DISPUTE: 'Your dispute',
  } satisfies Record<InquiryKind, string>,
  labels: {
    QUESTION: 'What would you like to know?',
    DISPUTE: 'What is wrong with this invoice?',
  } satisfies Record<InquiryKind, string>,
  hint: 'Plain text. Please do not enter card or account numbers.',
  effects: {
    QUESTION: (company: string) =>
      `${company} answers here and by email. The invoice stays as it is.`,
    DISPUTE: (company: string) =>
      `Until ${company} answers, this invoice can't be paid, and nothing is charged for it. A payment plan, a scheduled payment or auto-pay goes on after the answer.`,
  } satisfies Record<InquiryKind, (company: string) => string>,
  tooShort: (min: number) => `Please write at least ${min} characters.`,
  tooLong: (max: number) => `Please write at most ${max} characters.`,
  submit: { QUESTION: 'Send question', DISPUTE: 'Send dispute' } satisfies Record<
    InquiryKind,
    string
  >,
  cancel: 'Cancel',
  isOpen: 'Waiting for an answer',
  isAnswered: 'Answered',
  sentOn: (date: string) => `Sent on ${date}`,
  answered: (company: string, date: string) => `${company} answered on ${date}`,
  waiting: (company: string) =>
    `${company} gets your message at once. You can send another one after the answer.`,
  hidden: 'Sent by the customer after signing in. Sign in to read it and the answer.',
  isProcessing: 'A payment of this invoice is being processed. You can dispute it afterward.',
};
