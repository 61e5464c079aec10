/** Email about a charge that the payer moved or skipped (ADR 0092). */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice } from '../links.ts';
import type { MailData } from '../mail-payload.ts';
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
