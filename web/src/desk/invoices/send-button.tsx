// Mails an invoice to its customer, with a new link.

import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { sentenceOf } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { invoiceTexts } from '../texts/invoices.ts';

type Invoice = AnswerOf<'getInvoice'>;

/** As the server decides it; a draft is issued first. */
const isSendable = ({ balance, status, voidedAt }: Invoice): boolean =>
  balance > 0 && status !== 'DRAFT' && voidedAt === null;

export function SendButton({ invoice }: { invoice: Invoice }) {
  const can = useCan();
  const action = useAction('sendInvoice');
  if (!can('write') || !isSendable(invoice)) return null;
  const send = async (): Promise<void> => {
    const result = await action.run({ params: { invoiceId: invoice.id } });
    showToast(
      result.isOk
        ? { tone: 'success', text: invoiceTexts.sent }
        : { tone: 'error', text: sentenceOf(result.failure) },
    );
  };
  return (
    <Button icon="mail" isLoading={action.isRunning} onClick={() => void send()}>
      {invoiceTexts.send}
    </Button>
  );
}
