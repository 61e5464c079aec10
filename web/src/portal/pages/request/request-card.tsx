// The pay card of a partial request or an accepted estimate: amount, button and fees, or its status. On a
// phone the button is in a pay bar.

import { selectCompany } from '../../store/reads.ts';
import { formatMoney } from '@quittance/contract/format';
import type { RequestId } from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices/portal-schemas';
import { addCents, type Cents } from '@quittance/contract/money';
import { useEffect } from 'react';
import { requestTexts } from '#texts/payment/request';
import { useMediaQuery } from '../../../shared/hooks/use-media-query.ts';
import { PHONE_QUERY } from '../../../shared/lib/breakpoints.ts';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { PayBar } from '../../../shared/ui/layout/pay-bar.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { PrivacyLine } from '../../payments/pay-card.tsx';
import { RunningNotice } from '../../payments/running-notice.tsx';
import { preloadPopup } from '../../popups/registry.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { popupOpened } from '../../store/popup.ts';
import { RequestPayment } from './request-payment.tsx';

type RequestCardProps = {
  requestId: RequestId;
  payable: Payable;
  isPaid: boolean;
  paidCents: Cents;
};

export function RequestCard({ requestId, payable, isPaid, paidCents }: RequestCardProps) {
  const dispatch = useAppDispatch();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const { isPayable, isProcessing } = payable;
  const amount = formatMoney(isPaid ? paidCents : payable.amount);
  useEffect(() => {
    if (isPayable) preloadPopup('PAY');
  }, [isPayable]);
  const pay = (): void => void dispatch(popupOpened({ name: 'PAY', buffer: { requestId } }));
  const button = isPayable && (
    <Button size="large" isWide onClick={pay}>
      {requestTexts.payNow}
    </Button>
  );
  return (
    <Card label={requestTexts.payment}>
      <Stack gap={5}>
        <div>
          <Text tone="muted">{isPaid ? requestTexts.amountPaid : requestTexts.amountDue}</Text>
          <Money text={amount} size="hero" />
        </div>
        {isPaid && <Notice tone="success">{requestTexts.paid}</Notice>}
        {isProcessing && <RunningNotice processing={{ text: requestTexts.processing }} />}
        {(isPaid || isProcessing) && <RequestPayment requestId={requestId} />}
        {!isPhone && button}
        {isPayable && <WithFees payable={payable} />}
        {isPayable && <Privacy />}
        {!isPaid && !isProcessing && !isPayable && <Closed />}
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

/** An order was paid, withdrawn or closed since the request was created. */
function Closed() {
  return (
    <Notice tone="warning" title={requestTexts.closed.title}>
      {requestTexts.closed.text}
    </Notice>
  );
}
