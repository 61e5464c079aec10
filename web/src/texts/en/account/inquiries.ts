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
  hint: "Please don't include card or account numbers.",
  effects: {
    QUESTION: (company: string) =>
      `${company} will answer here and by email. The invoice and its due date don't change.`,
    DISPUTE: (company: string) =>
      `Until ${company} answers, this invoice can't be paid, and you won't be charged for it. Any payment plan, scheduled payment or auto-pay continues after the answer.`,
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
    `We've sent your message to ${company}. You can send another one after they answer.`,
  hidden: 'Sent by the customer after signing in. Sign in to read it and the answer.',
  isProcessing: 'A payment for this invoice is processing. You can dispute the invoice after that.',
};
