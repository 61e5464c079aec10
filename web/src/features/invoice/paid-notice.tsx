// Nothing is left to pay: the thanks, and the receipt of the newest payment (product §2.25).

import type { PublicTransaction, Transaction } from '@quittance/contract/schemas/invoices';
import { lazy, Suspense } from 'react';
import { invoiceTexts } from '#texts/account/invoice';
import { useAppSelector } from '../../state/store/hooks.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ScreenOnly } from '../../ui/layout/screen-only.tsx';
import { Stack } from '../../ui/layout/stack.tsx';

const ReceiptButton = lazy(async () => ({
  default: (await import('./receipt-button.tsx')).ReceiptButton,
}));

type AnyTransaction = PublicTransaction | Transaction;

function newestPaid(payments: readonly AnyTransaction[]): AnyTransaction | null {
  const paid = payments.filter(({ status }) => status === 'SUCCESS');
  return paid.sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0] ?? null;
}

export function PaidNotice() {
  const payments = useAppSelector((state) => state.payments.invoicePayments);
  const last = newestPaid(payments ?? []);
  return (
    <Stack gap={4}>
      <Notice tone="success">{invoiceTexts.paid}</Notice>
      {last && (
        <ScreenOnly>
          <Suspense fallback={null}>
            <ReceiptButton payment={'receiptUrl' in last ? last : null} />
          </Suspense>
        </ScreenOnly>
      )}
    </Stack>
  );
}
