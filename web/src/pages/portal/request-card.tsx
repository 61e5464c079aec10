// Beside a partial request or an accepted estimate: what is to be paid and the button for it, with the fee
// of each way to pay, or how it stands. On a phone the button is in a bar at the foot.

import { formatMoney } from '@quittance/contract/format';
import type { Payable } from '@quittance/contract/invoices';
import { addCents, type Cents } from '@quittance/contract/money';
import { useEffect } from 'react';
import { PHONE_QUERY } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { preloadPopup } from '../../popups/registry.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { popupOpened } from '../../state/popup.ts';
import { selectIsDebitPending } from '../../state/selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PayBar } from '../../ui/pay-bar.tsx';
import { Stack } from '../../ui/stack.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { Text } from '../../ui/text.tsx';
import { RequestPayment } from './request-payment.tsx';

type RequestCardProps = { payable: Payable; isPaid: boolean; paidCents: Cents };

export function RequestCard({ payable, isPaid, paidCents }: RequestCardProps) {
  const dispatch = useAppDispatch();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const { isPayable, isProcessing } = payable;
  const amount = formatMoney(isPaid ? paidCents : payable.amount);
  useEffect(() => {
    if (isPayable) preloadPopup('PAY');
  }, [isPayable]);
  const button = isPayable && (
    <Button size="large" isWide onClick={() => void dispatch(popupOpened({ name: 'PAY' }))}>
      Pay now
    </Button>
  );
  return (
    <Card label="Payment">
      <Stack gap={5}>
        <div>
          <Text tone="muted">{isPaid ? 'Paid' : 'Amount due'}</Text>
          <Money text={amount} size="hero" />
        </div>
        {isPaid && <Notice tone="success">Thank you, this is paid.</Notice>}
        {isProcessing && <Processing />}
        {(isPaid || isProcessing) && <RequestPayment />}
        {!isPhone && button}
        {isPayable && <WithFees payable={payable} />}
        {isPayable && <Privacy />}
        {!isPaid && !isProcessing && !isPayable && <Closed />}
      </Stack>
      {isPhone && button && (
        <PayBar label="Amount due" amount={amount}>
          {button}
        </PayBar>
      )}
    </Card>
  );
}

const KINDS = { card: 'Credit card', ach: 'ACH Payment' } as const;

function WithFees({ payable: { amount, kinds, fees } }: { payable: Payable }) {
  const rows = kinds
    .filter((kind) => fees[kind].fee > 0)
    .map((kind) => ({
      label: `${KINDS[kind]}, fee ${formatMoney(fees[kind].fee)} included`,
      value: <Money text={formatMoney(addCents(amount, fees[kind].fee))} />,
    }));
  return rows.length > 0 && <SummaryList look="tight" rows={rows} />;
}

function Privacy() {
  const company = useAppSelector((state) => state.company.company?.name ?? 'the company');
  return (
    <Text size="small" tone="subtle">
      Payment details go straight to the processor and never reach {company}.{' '}
      <a href="/privacy-policy">Privacy policy</a>
    </Text>
  );
}

function Processing() {
  const isDebit = useAppSelector(selectIsDebitPending);
  if (!isDebit)
    return <Notice tone="info">A payment is being processed. This page shows how it ends.</Notice>;
  return (
    <Notice tone="info" title="Bank debit is on its way">
      Banks usually take up to 4 business days. There is nothing to do: this page shows the result
      by itself.
    </Notice>
  );
}

/** Something of it was paid, withdrawn or closed in another way since it was put together. */
function Closed() {
  return (
    <Notice tone="warning" title="This cannot be paid as it is">
      What is owed has changed since. Please put together a new payment.
    </Notice>
  );
}
