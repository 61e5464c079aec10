// Beside a partial request or an accepted estimate: what is to be paid, with the fee of each way to pay it,
// and how it stands.

import { formatMoney } from '@quittance/contract/format';
import type { RequestId } from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices';
import { addCents, type Cents } from '@quittance/contract/money';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/stack.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { Text } from '../../ui/text.tsx';

type RequestCardProps = { payable: Payable; requestId: RequestId; paidCents: Cents };

const KINDS = { card: 'Credit card', ach: 'ACH Payment' } as const;

export function RequestCard({ payable, requestId, paidCents }: RequestCardProps) {
  const { isPayable, isProcessing, amount, kinds, fees } = payable;
  const isPaid = !isPayable && !isProcessing && paidCents > 0;
  const withFee = kinds
    .filter((kind) => fees[kind].fee > 0)
    .map((kind) => ({
      label: `${KINDS[kind]}, fee ${formatMoney(fees[kind].fee)} included`,
      value: <Money text={formatMoney(addCents(amount, fees[kind].fee))} />,
    }));
  return (
    <Card label="Payment">
      <Stack gap={5}>
        <div data-request-id={requestId}>
          <Text tone="muted">{isPaid ? 'Paid' : 'Amount due'}</Text>
          <Money text={formatMoney(isPaid ? paidCents : amount)} size="hero" />
        </div>
        {isProcessing && (
          <Notice tone="info">A payment is being processed. This page shows how it ends.</Notice>
        )}
        {isPaid && <Notice tone="success">Thank you, this is paid.</Notice>}
        {isPayable && withFee.length > 0 && <SummaryList look="tight" rows={withFee} />}
      </Stack>
    </Card>
  );
}
