/** Email about a charge that the payer moved or skipped (ADR 0092). */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice, withContact } from '../links.ts';
import { type AgreementKind, agreementKindSchema, type MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';

export function chargeChanged(data: MailData, sender: Sender): MailContent {
  const date = toText(data, 'chargeOn');
  const day = date === null ? 'otro día' : `el ${date}`;
  const before = toText(data, 'chargeBeforeOn');
  return {
    subject: `Su pago a ${sender.companyName} será ${day}`,
    preview: `Usted cambió la fecha de su pago: será ${day}. El monto es el mismo.`,
    heading: 'Usted cambió la fecha de su pago',
    paragraphs: [
      `Haremos el cobro ${day}${before ? ` en lugar del ${before}` : ''}. El monto es el mismo.`,
      'Puede cambiar o cancelar el pago en cualquier momento antes de esa fecha. Si no fue usted, inicie sesión y revise sus pagos.',
    ],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver la factura'),
  };
}

const AGREEMENTS: Readonly<
  Record<AgreementKind, { subject: (company: string) => string; text: string }>
> = {
  plan: {
    subject: (company) => `Usted comenzó un plan de pagos con ${company}`,
    text: 'Su plan de pagos comenzó. Los pagos y las fechas están en la autorización que sigue.',
  },
  method: {
    subject: (company) => `Usted guardó un método de pago con ${company}`,
    text: 'Su método de pago está guardado. La autorización que sigue indica por qué pagos se pueden hacer cobros.',
  },
  methodChange: {
    subject: (company) => `Usted cambió el método de sus pagos a ${company}`,
    text: 'Sus pagos restantes usan otro método de pago. Los montos y las fechas están en la autorización que sigue.',
  },
  pause: {
    subject: (company) => `Usted pidió una pausa de su plan de pagos con ${company}`,
    text: 'Los pagos conservan sus fechas hasta que se apruebe la pausa. La autorización que sigue vale a partir de entonces.',
  },
  other: {
    subject: (company) => `Su autorización para ${company}`,
    text: 'Esta es la autorización que usted dio.',
  },
};

export function agreement(data: MailData, sender: Sender): MailContent {
  const { subject, text } = AGREEMENTS[agreementKindSchema.parse(data['about'])];
  const heading = subject(sender.companyName);
  return {
    subject: heading,
    preview: text,
    heading,
    paragraphs: [text],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver sus pagos'),
    notes: [
      `Si no fue usted, o para revocar la autorización, comuníquese con ${withContact(sender)}.`,
    ],
  };
}
