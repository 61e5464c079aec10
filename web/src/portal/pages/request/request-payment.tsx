// The latest payment of a request: method, date and receipt. It is loaded here because a request has no
// payment list.

import { selectCompany } from '../../store/reads.ts';
import { formatMoney } from '@quittance/contract/format';
import type { RequestId } from '@quittance/contract/ids';
import { useEffect } from 'react';
import { requestTexts } from '#texts/payment/request';
import { formatInstantDate } from '../../../shared/lib/format.ts';
import { SummaryList } from '../../../shared/ui/data/summary-list.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import { PaidWith } from '../../payments/paid-with.tsx';
import { ReceiptButton } from '../../payments/receipt-button.tsx';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { receiptOfPayment } from '../../store/receipts.ts';
import { loadRequestStatus } from '../../store/request.ts';

export function RequestPayment({ requestId }: { requestId: RequestId }) {
  const dispatch = useAppDispatch();
  // While another page was open, the state followed another request.
  const payment = useAppSelector(({ request }) =>
    request.requestId === requestId ? request.payment : null,
  );
  const isFollowed = useAppSelector(({ request }) => request.requestId === requestId);
  const isSignedIn = useAppSelector(({ auth }) => auth.isCustomerAuth);
  const zone = useAppSelector(selectCompany);
  const isMissing = payment === null;
  useEffect(() => {
    if (isFollowed && isMissing)
      void dispatch(loadRequestStatus({ params: { id: requestId }, query: {} }));
  }, [dispatch, requestId, isFollowed, isMissing]);
  if (!payment || !zone) return null;
  const { method, createdAt, fee } = payment;
  const isBank = method?.type === 'ach';
  // A public link must not show the last digits (R4).
  const line = isSignedIn ? method : null;
  const rows = [
    ...(method
      ? [
          {
            label: isBank ? requestTexts.facts.from : requestTexts.facts.paidWith,
            value: <PaidWith method={isBank ? 'ACH' : 'CARD'} line={line} />,
          },
        ]
      : []),
    ...(fee > 0
      ? [{ label: requestTexts.facts.fee, value: <Money text={formatMoney(fee)} /> }]
      : []),
    { label: requestTexts.facts.date, value: formatInstantDate(createdAt, zone) },
  ];
  return (
    <Stack gap={4}>
      <SummaryList look="tight" rows={rows} />
      {payment.status === 'SUCCESS' && (
        <div>
          <ReceiptButton payment={receiptOfPayment(payment)} look="text" />
        </div>
      )}
    </Stack>
  );
}
