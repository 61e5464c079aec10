/** Email about a charge that the payer moved or skipped (ADR 0092). */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice, withContact } from '../links.ts';
import { type AgreementKind, agreementKindSchema, type MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';

export function chargeChanged(data: MailData, sender: Sender): MailContent {
  const date = toText(data, 'chargeOn') ?? 'another day';
  const before = toText(data, 'chargeBeforeOn');
  return {
    subject: `Your payment to ${sender.companyName} is now on ${date}`,
    preview: `You changed the date of your payment to ${date}. The amount is the same.`,
    heading: 'You changed the date of your payment',
    paragraphs: [
      `We'll charge you on ${date}${before ? ` instead of ${before}` : ''}. The amount is the same.`,
      "You can change or cancel the payment at any time before then. If this wasn't you, please sign in and check your payments.",
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'View the invoice'),
  };
}

const AGREEMENTS: Readonly<
  Record<AgreementKind, { subject: (company: string) => string; text: string }>
> = {
  plan: {
    subject: (company) => `You started a payment plan with ${company}`,
    text: 'Your payment plan has started. The payments and dates are in the authorization below.',
  },
  method: {
    subject: (company) => `You saved a payment method with ${company}`,
    text: 'Your payment method is saved. The authorization below says for which payments it can be charged.',
  },
  methodChange: {
    subject: (company) => `You changed the payment method of your payments to ${company}`,
    text: 'Your remaining payments use another payment method. Their amounts and dates are in the authorization below.',
  },
  pause: {
    subject: (company) => `You asked to pause your payment plan with ${company}`,
    text: 'The payments keep their dates until the pause is approved. The authorization below applies from then on.',
  },
  other: {
    subject: (company) => `Your authorization for ${company}`,
    text: 'The authorization that you gave is below.',
  },
};

/** The copy of an authorization for an event of which no other email tells (R109). */
export function agreement(data: MailData, sender: Sender): MailContent {
  const { subject, text } = AGREEMENTS[agreementKindSchema.parse(data['about'])];
  const heading = subject(sender.companyName);
  return {
    subject: heading,
    preview: text,
    heading,
    paragraphs: [text],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'View your payments'),
    notes: [`If this wasn't you, or to revoke the authorization, contact ${withContact(sender)}.`],
  };
}
