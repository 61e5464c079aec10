/** Emails that contain an invoice: when it is sent, and before and after it is due. */
import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';

const KEEP_PRIVATE =
  'Cualquiera que tenga este enlace puede ver y pagar esta factura. No lo comparta.';

const QR_TEXT = 'O escanee este código para pagar en su teléfono. Es el mismo enlace.';

function toPreview(data: MailData): string {
  const [amount, dueOn] = [toText(data, 'remainingCents'), toText(data, 'dueOn')];
  return amount && dueOn ? `${amount}, vence el ${dueOn}` : 'Vea lo que debe y pague en línea.';
}

/** A copy to a contact that cannot pay has no link (R94). */
function withLink(data: MailData, { portalUrl }: Sender) {
  const note = toText(data, 'note');
  const token = toText(data, 'token');
  const amount = toText(data, 'remainingCents');
  const own = {
    ...(amount === null ? {} : { amount }),
    facts: listFacts(data),
    messages: note ? [note] : [],
  };
  if (token === null) return own;
  return {
    ...own,
    action: { label: 'Ver y pagar', url: `${portalUrl}/pay/${token}` },
    qrText: QR_TEXT,
    notes: [KEEP_PRIVATE],
  };
}

export function invoice(data: MailData, sender: Sender): MailContent {
  const { companyName } = sender;
  const reference = toText(data, 'invoiceRef') ?? '';
  return {
    subject: `Factura ${reference} de ${companyName}`,
    preview: toPreview(data),
    heading: `Factura ${reference}`,
    paragraphs: [`${companyName} le ha enviado una factura. Puede pagarla en línea.`],
    ...withLink(data, sender),
  };
}

function whenDue(data: MailData): { subject: string; paragraph: string } {
  const days = Number(data['days'] ?? 0);
  const dueOn = toText(data, 'dueOn') ?? '';
  if (days < 0) return { subject: 'vence pronto', paragraph: `Esta factura vence el ${dueOn}.` };
  if (days === 0) return { subject: 'vence hoy', paragraph: 'Esta factura vence hoy.' };
  return {
    subject: 'está vencida',
    paragraph: `Esta factura venció el ${dueOn}. Si ya la pagó, gracias. No tiene que hacer nada más.`,
  };
}

export function invoiceReminder(data: MailData, sender: Sender): MailContent {
  const { companyName } = sender;
  const reference = toText(data, 'invoiceRef') ?? '';
  const { subject, paragraph } = whenDue(data);
  return {
    subject: `La factura ${reference} de ${companyName} ${subject}`,
    preview: toPreview(data),
    heading: `La factura ${reference} ${subject}`,
    paragraphs: [paragraph],
    ...withLink(data, sender),
  };
}
