/** Mails that bring an invoice: when it is sent, and before and after it is due. */
import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import type { MailData } from '../mail-payload.ts';
import { factsOf, textOf } from './facts.ts';

const KEEP_PRIVATE =
  'Cualquiera que tenga este enlace puede ver y pagar esta factura. No lo comparta.';

const QR_TEXT = 'O escanee este código para pagar en su teléfono. Es el mismo enlace.';

function previewOf(data: MailData): string {
  const [amount, dueOn] = [textOf(data, 'remainingCents'), textOf(data, 'dueOn')];
  return amount && dueOn ? `${amount}, vence el ${dueOn}` : 'Vea lo que debe y pague en línea.';
}

function withLink(data: MailData, { portalUrl }: Sender) {
  const note = textOf(data, 'note');
  return {
    facts: factsOf(data),
    action: { label: 'Ver y pagar', url: `${portalUrl}/pay/${textOf(data, 'token') ?? ''}` },
    qrText: QR_TEXT,
    notes: [...(note ? [note] : []), KEEP_PRIVATE],
  };
}

export function invoice(data: MailData, sender: Sender): MailContent {
  const { companyName } = sender;
  const reference = textOf(data, 'invoiceRef') ?? '';
  return {
    subject: `Factura ${reference} de ${companyName}`,
    preview: previewOf(data),
    heading: `Factura ${reference}`,
    paragraphs: [`${companyName} le ha enviado una factura. Puede pagarla en línea.`],
    ...withLink(data, sender),
  };
}

function whenDue(data: MailData): { subject: string; paragraph: string } {
  const days = Number(data['days'] ?? 0);
  const dueOn = textOf(data, 'dueOn') ?? '';
  if (days < 0) return { subject: 'vence pronto', paragraph: `Esta factura vence el ${dueOn}.` };
  if (days === 0) return { subject: 'vence hoy', paragraph: 'Esta factura vence hoy.' };
  return {
    subject: 'está vencida',
    paragraph: `Esta factura venció el ${dueOn}. Si acaba de pagarla, gracias; no tiene que hacer nada más.`,
  };
}

export function invoiceReminder(data: MailData, sender: Sender): MailContent {
  const { companyName } = sender;
  const reference = textOf(data, 'invoiceRef') ?? '';
  const { subject, paragraph } = whenDue(data);
  return {
    subject: `La factura ${reference} de ${companyName} ${subject}`,
    preview: previewOf(data),
    heading: `La factura ${reference} ${subject}`,
    paragraphs: [paragraph],
    ...withLink(data, sender),
  };
}
