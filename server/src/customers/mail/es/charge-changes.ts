/** Email about a charge that the payer moved or skipped (ADR 0092). */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import { toInvoice } from '../links.ts';
import type { MailData } from '../mail-payload.ts';
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
