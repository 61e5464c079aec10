/** The button of a mail: a link to its invoice, to all invoices, or to the repair of a failed charge. */
import { RECOVERY_FRAGMENT } from '@quittance/contract/pages';
import { textOf } from '../facts.ts';
import type { MailContent, Sender } from '../mail-content.ts';
import type { MailData } from '../mail-payload.ts';

type Action = NonNullable<MailContent['action']>;

export function toInvoice(data: MailData, { portalUrl }: Sender, label: string): Action {
  const reference = textOf(data, 'invoiceRef');
  const path = reference === null ? '' : `/${encodeURIComponent(reference)}`;
  return { label, url: `${portalUrl}/invoices${path}` };
}

const KEEP_PRIVATE =
  'The button works for 7 days and without a sign-in. Anyone who has it can pay this invoice. Please keep it private.';

type Recovery = { action: Action; notes?: readonly string[] };

/** Straight to the bank's confirmation or to another method (ADR 0093); without a recovery link, to the invoice. */
export function toRecovery(data: MailData, sender: Sender, label: string): Recovery {
  const token = textOf(data, 'token');
  if (token === null) return { action: toInvoice(data, sender, label) };
  const isBank = data['recovery'] === 'bank';
  return {
    action: {
      label: isBank ? 'Confirm with your bank' : 'Pay another way',
      url: `${sender.portalUrl}/pay/${token}${RECOVERY_FRAGMENT}`,
    },
    notes: [KEEP_PRIVATE],
  };
}

export function bankAsks(data: MailData): string[] {
  return data['recovery'] === 'bank'
    ? ['Your bank asks you to confirm this payment yourself.']
    : [];
}
