/** Email with the company's reply to a question or dispute, which quotes the original text (R40). */
import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import type { MailData } from '../mail-payload.ts';
import { toText } from './facts.ts';

const parseLines = (text: string | null) => (text ?? '').split('\n').filter((line) => line !== '');

const AFTER_DISPUTE: Readonly<Record<string, string>> = {
  DISPUTED: 'La factura queda en espera hasta que se decida la disputa de su pago.',
  PAYMENT_PLAN_IN_PROGRESS: 'Su plan de pagos continúa.',
  PAYMENT_EXTENSION: 'Su pago programado sigue en pie.',
};

export function inquiryAnswered(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const reference = toText(data, 'invoiceRef') ?? '';
  const isDispute = data['kind'] === 'DISPUTE';
  const what = isDispute ? 'disputa' : 'pregunta';
  const after =
    AFTER_DISPUTE[String(data['status'] ?? '')] ?? 'La factura se puede pagar de nuevo.';
  const asked = parseLines(toText(data, 'question'));
  return {
    subject: `${companyName} respondió su ${what} sobre la factura ${reference}`,
    preview: parseLines(toText(data, 'answer'))[0] ?? '',
    heading: `Su ${what} sobre la factura ${reference}`,
    paragraphs: [
      `${companyName} respondió:`,
      ...parseLines(toText(data, 'answer')),
      ...(isDispute ? [after] : []),
    ],
    action: {
      label: 'Ver la factura',
      url: `${portalUrl}/invoices/${encodeURIComponent(reference)}`,
    },
    notes: asked.length > 0 ? ['Usted escribió:', ...asked] : [],
  };
}
