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

const AGREEMENTS: Readonly<Record<AgreementKind, (company: string) => string>> = {
  plan: (company) => `Usted comenzó un plan de pagos con ${company}`,
  method: (company) => `Usted guardó un método de pago con ${company}`,
  methodChange: (company) => `Usted cambió el método de sus pagos a ${company}`,
  pause: (company) => `Usted pidió una pausa de su plan de pagos con ${company}`,
  other: (company) => `Su autorización para ${company}`,
};

export function agreement(data: MailData, sender: Sender): MailContent {
  const about = agreementKindSchema.parse(data['about']);
  const subject = AGREEMENTS[about](sender.companyName);
  const until = 'Sus pagos conservan sus fechas hasta que se apruebe la pausa. ';
  const text = `${about === 'pause' ? until : ''}La autorización que usted firmó está a continuación.`;
  return {
    subject,
    preview: text,
    heading: subject,
    paragraphs: [text],
    facts: listFacts(data),
    action: toInvoice(data, sender, 'Ver sus pagos'),
    notes: [
      `Si no fue usted, o para revocar la autorización, comuníquese con ${withContact(sender)}.`,
    ],
  };
}
