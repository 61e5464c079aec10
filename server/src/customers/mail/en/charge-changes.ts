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

const AGREEMENTS: Readonly<Record<AgreementKind, (company: string) => string>> = {
  plan: (company) => `You started a payment plan with ${company}`,
  method: (company) => `You saved a payment method with ${company}`,
  methodChange: (company) => `You changed the payment method of your payments to ${company}`,
  pause: (company) => `You asked to pause your payment plan with ${company}`,
  other: (company) => `Your authorization for ${company}`,
};

/** The copy of an authorization for an event of which no other email tells (R109). */
export function agreement(data: MailData, sender: Sender): MailContent {
  const about = agreementKindSchema.parse(data['about']);
  const subject = AGREEMENTS[about](sender.companyName);
  const until = 'Your payments keep their dates until the pause is approved. ';
  const text = `${about === 'pause' ? until : ''}The authorization that you signed is below.`;
  return {
    subject,
    preview: text,
    heading: subject,
    paragraphs: [text],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'View your payments'),
    notes: [`If this wasn't you, or to revoke the authorization, contact ${withContact(sender)}.`],
  };
}
