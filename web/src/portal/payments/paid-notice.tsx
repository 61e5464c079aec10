// Nothing is left to pay: the thanks, and the receipt of the newest payment (product §2.25).

import { selectInvoicePayments } from '../store/reads.ts';
import type { PublicTransaction, Transaction } from '@quittance/contract/invoices/portal-schemas';
import { invoiceTexts } from '#texts/account/invoice';
import { NotShown } from '../../shared/ui/feedback/not-shown.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { ScreenOnly } from '../../shared/ui/layout/screen-only.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { useAppSelector } from '../store/hooks.ts';

const ReceiptButton = onDemand(async () => (await import('./receipt-button.tsx')).ReceiptButton, {
  waiting: () => null,
  failed: (retry) => <NotShown as="icon" onRetry={retry} />,
}).Component;

type AnyTransaction = PublicTransaction | Transaction;

function newestPaid(payments: readonly AnyTransaction[]): AnyTransaction | null {
  const paid = payments.filter(({ status }) => status === 'SUCCESS');
  return paid.sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0] ?? null;
}

export function PaidNotice() {
  const payments = useAppSelector(selectInvoicePayments);
  const last = newestPaid(payments ?? []);
  return (
    <Stack gap={4}>
      <Notice tone="success">{invoiceTexts.paid}</Notice>
      {last && (
        <ScreenOnly>
          <ReceiptButton payment={'receiptUrl' in last ? last : null} />
        </ScreenOnly>
      )}
    </Stack>
  );
}
