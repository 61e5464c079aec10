/** Where the button of a mail leads: to the invoice it is about, or to all of them. */
import { textOf } from '../facts.ts';
import type { Letter, Sender } from '../letter.ts';
import type { MailData } from '../mail-payload.ts';

type Action = NonNullable<Letter['action']>;

export function toInvoice(data: MailData, { portalUrl }: Sender, label: string): Action {
  const reference = textOf(data, 'invoiceRef');
  const path = reference === null ? '' : `/${encodeURIComponent(reference)}`;
  return { label, url: `${portalUrl}/invoices${path}` };
}
