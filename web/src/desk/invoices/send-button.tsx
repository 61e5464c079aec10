// Mails an invoice to its customer, with a new link.

import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { invoiceTexts } from '../texts/invoices.ts';

type Invoice = AnswerOf<'getInvoice'>;

/** As the server decides it; a draft is issued first. */
const isSendable = ({ balance, status, voidedAt }: Invoice): boolean =>
  balance > 0 && status !== 'DRAFT' && voidedAt === null;

export function SendButton({ invoice }: { invoice: Invoice }) {
  const can = useCan();
  if (!can('write') || !isSendable(invoice)) return null;
  return (
    <ActionButton
      icon="mail"
      call="sendInvoice"
      input={{ params: { invoiceId: invoice.id } }}
      label={invoiceTexts.send}
      done={invoiceTexts.sent}
    />
  );
}
