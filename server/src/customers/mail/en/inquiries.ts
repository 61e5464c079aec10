/** Email with the company's reply to a question or dispute, which quotes the original text (R40). */

import type { MailContent, Sender } from '../../../platform/mail/mail-content.ts';
import type { MailData } from '../mail-payload.ts';
import { toText } from './facts.ts';

const parseLines = (text: string | null) => (text ?? '').split('\n').filter((line) => line !== '');

const AFTER_DISPUTE: Readonly<Record<string, string>> = {
  DISPUTED: 'The invoice stays on hold until the payment dispute is decided.',
  PAYMENT_PLAN_IN_PROGRESS: 'Your payment plan continues.',
  PAYMENT_EXTENSION: 'Your scheduled payment stays in place.',
};

export function inquiryAnswered(data: MailData, { companyName, portalUrl }: Sender): MailContent {
  const reference = toText(data, 'invoiceRef') ?? '';
  const isDispute = data['kind'] === 'DISPUTE';
  const what = isDispute ? 'dispute' : 'question';
  const status = String(data['status'] ?? '');
  const after = AFTER_DISPUTE[status] ?? 'The invoice can be paid again.';
  const asked = parseLines(toText(data, 'question'));
  return {
    subject: `${companyName} answered your ${what} about invoice ${reference}`,
    preview: parseLines(toText(data, 'answer'))[0] ?? '',
    heading: `Your ${what} about invoice ${reference}`,
    paragraphs: [
      `${companyName} answered:`,
      ...parseLines(toText(data, 'answer')),
      ...(isDispute ? [after] : []),
    ],
    action: {
      label: 'View invoice',
      url: `${portalUrl}/invoices/${encodeURIComponent(reference)}`,
    },
    notes: asked.length > 0 ? ['You wrote:', ...asked] : [],
  };
}
