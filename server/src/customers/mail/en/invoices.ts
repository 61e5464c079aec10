/**
 * Emails that contain an invoice: when it is sent, and before and after it is due. The link's `token` is sealed
 * data.
 */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import type { MailData } from '../mail-payload.ts';
import { listFacts, toText } from './facts.ts';

const KEEP_PRIVATE = 'Anyone with this link can see and pay this invoice. Please keep it private.';

const QR_TEXT = 'Or scan this code to pay on your phone. It is the same link.';

/** '$50.00 due December 1, 2026' */
function toPreview(data: MailData): string {
  const [amount, dueOn] = [toText(data, 'remainingCents'), toText(data, 'dueOn')];
  return amount && dueOn ? `${amount} due ${dueOn}` : 'See what is due and pay online.';
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
    action: { label: 'View and pay', url: `${portalUrl}/pay/${token}` },
    qrText: QR_TEXT,
    notes: [KEEP_PRIVATE],
  };
}

export function invoice(data: MailData, sender: Sender): MailContent {
  const { companyName } = sender;
  const reference = toText(data, 'invoiceRef') ?? '';
  return {
    subject: `Invoice ${reference} from ${companyName}`,
    preview: toPreview(data),
    heading: `Invoice ${reference}`,
    paragraphs: [`${companyName} has sent you an invoice. You can pay it online.`],
    ...withLink(data, sender),
  };
}

function whenDue(data: MailData): { subject: string; paragraph: string } {
  const days = Number(data['days'] ?? 0);
  const dueOn = toText(data, 'dueOn') ?? '';
  if (days < 0) return { subject: 'is due soon', paragraph: `This invoice is due on ${dueOn}.` };
  if (days === 0) return { subject: 'is due today', paragraph: 'This invoice is due today.' };
  return {
    subject: 'is overdue',
    paragraph: `This invoice was due on ${dueOn}. If you've already paid it, thank you. You don't need to do anything else.`,
  };
}

export function invoiceReminder(data: MailData, sender: Sender): MailContent {
  const { companyName } = sender;
  const reference = toText(data, 'invoiceRef') ?? '';
  const { subject, paragraph } = whenDue(data);
  return {
    subject: `Invoice ${reference} from ${companyName} ${subject}`,
    preview: toPreview(data),
    heading: `Invoice ${reference} ${subject}`,
    paragraphs: [paragraph],
    ...withLink(data, sender),
  };
}
