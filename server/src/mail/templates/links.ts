/** The button of a mail: a link to its invoice, or to all invoices. */
import { textOf } from '../facts.ts';
import type { MailContent, Sender } from '../mail-content.ts';
import type { MailData } from '../mail-payload.ts';

type Action = NonNullable<MailContent['action']>;

export function toInvoice(data: MailData, { portalUrl }: Sender, label: string): Action {
  const reference = textOf(data, 'invoiceRef');
  const path = reference === null ? '' : `/${encodeURIComponent(reference)}`;
  return { label, url: `${portalUrl}/invoices${path}` };
}
