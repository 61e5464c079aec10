// The pay card of a partial request or an accepted estimate: amount, button and fees, or the status. On a phone the
// button is in a pay bar.

import { formatMoney } from '@quittance/contract/format';
import type { RequestId } from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import { addCents, type Cents } from '@quittance/contract/money';
import { type ReactNode, useEffect } from 'react';
import { requestTexts } from '#texts/payment/request';
import { useMediaQuery } from '../../../shared/hooks/use-media-query.ts';
import { PHONE_QUERY } from '../../../shared/lib/breakpoints.ts';
import { formatInstantDate } from '../../../shared/lib/format.ts';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { PayBar } from '../../../shared/ui/layout/pay-bar.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { PaidWith } from '../../payments/paid-with.tsx';
import { PrivacyLine } from '../../payments/pay-card.tsx';
import { ReceiptButton } from '../../payments/receipt-button.tsx';
import { RunningNotice } from '../../payments/running-notice.tsx';
import { usePreloadedPopup } from '../../popups/registry.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { popupOpened } from '../../store/popup.ts';
import { selectCompany } from '../../store/reads.ts';
import { receiptOfPayment } from '../../store/receipts.ts';
import { loadRequestStatus } from '../../store/request.ts';
import { useIsPaying } from '../../store/use-is-paying.ts';

type RequestCardProps = {
  requestId: RequestId;
  payable: Payable;
  isPaid: boolean;
  paidCents: Cents;
  /** Shown when the request can no longer be paid, because its content was paid or changed elsewhere. */
  closed?: ReactNode;
};

/** The content was paid or changed elsewhere. */
export function isClosed({ payable, isPaid }: Pick<RequestCardProps, 'payable' | 'isPaid'>) {
  return !isPaid && !payable.isProcessing && !payable.isPayable;
}

export function RequestCard(props: RequestCardProps) {
  const { requestId, payable, isPaid, paidCents, closed = <Closed /> } = props;
  const isPaying = useIsPaying(requestId) && payable.isPayable;
  const dispatch = useAppDispatch();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const isPayable = payable.isPayable && !isPaying;
  const isProcessing = payable.isProcessing || isPaying;
  const amount = formatMoney(isPaid ? paidCents : payable.amount);
  usePreloadedPopup('PAY', isPayable);
  const pay = (): void => void dispatch(popupOpened({ name: 'PAY', buffer: { requestId } }));
  const button = isPayable && (
    <Button size="large" isWide onClick={pay}>
      {requestTexts.payNow}
    </Button>
  );
  return (
    <Card label={requestTexts.payment}>
      <Stack gap={5}>
        {!isClosed(props) && (
          <div>
            <Text tone="muted">{isPaid ? requestTexts.amountPaid : requestTexts.amountDue}</Text>
            <Money text={amount} size="hero" />
          </div>
        )}
        {isPaid && <Notice tone="success">{requestTexts.paid}</Notice>}
        {isProcessing && <RunningNotice processing={{ text: requestTexts.processing }} />}
        {(isPaid || isProcessing) && <RequestPayment requestId={requestId} isPaid={isPaid} />}
        {!isPhone && button}
        {isPayable && <WithFees payable={payable} />}
        {isPayable && <Privacy />}
        {isClosed(props) && closed}
      </Stack>
      {isPhone && button && (
        <PayBar label={requestTexts.amountDue} amount={amount}>
          {button}
        </PayBar>
      )}
    </Card>
  );
}

function WithFees({ payable: { amount, kinds, fees } }: { payable: Payable }) {
  const rows = kinds
    .filter((kind) => fees[kind].fee > 0)
    .map((kind) => ({
      label: requestTexts.withFee[kind](formatMoney(fees[kind].fee)),
      value: <Money text={formatMoney(addCents(amount, fees[kind].fee))} />,
    }));
  return rows.length > 0 && <SummaryList look="tight" rows={rows} />;
}

function Privacy() {
  const name = useAppSelector((state) => selectCompany(state)?.name ?? requestTexts.someCompany);
  return <PrivacyLine companyName={name} />;
}

/** An order was paid, withdrawn or closed after the request was created. */
function Closed() {
  return (
    <Notice tone="warning" title={requestTexts.closed.title}>
      {requestTexts.closed.text}
    </Notice>
  );
}

/**
 * The latest payment of a request: method, date and receipt. It is loaded here, because a request has no payment
 * list.
 */
function RequestPayment({ requestId, isPaid }: { requestId: RequestId; isPaid: boolean }) {
  const dispatch = useAppDispatch();
  // The state may belong to another request that was opened in between.
  const payment = useAppSelector(({ request }) =>
    request.requestId === requestId ? request.payment : null,
  );
  const isFollowed = useAppSelector(({ request }) => request.requestId === requestId);
  const isSignedIn = useAppSelector(({ auth }) => auth.isCustomerAuth);
  const zone = useAppSelector(selectCompany);
  const isMissing = payment === null;
  useEffect(() => {
    // The status of a payment in progress is polled.
    if (isPaid && isFollowed && isMissing)
      void dispatch(loadRequestStatus({ params: { id: requestId }, query: {} }));
  }, [dispatch, requestId, isPaid, isFollowed, isMissing]);
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
