// What all invoices come to and how much of it is paid (product §3.9): one large number, one bar, and every
// part of it in words. Open is what is not due yet; it is a part of what is outstanding.

import { formatMoney } from '@quittance/contract/format';
import type { BalanceSummary as Balance } from '@quittance/contract/invoices';
import { type Cents, subtractCents } from '@quittance/contract/money';
import { BalanceBar, type BalancePart } from '../../ui/balance-bar.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';

/** They add up to the total; a part that only some customers have is shown only to them. */
export function partsOf({ total, open, outstanding, paid }: Balance): BalancePart[] {
  const part = (label: string, amount: Cents, tone: BalancePart['tone']): BalancePart => ({
    label,
    amount: formatMoney(amount),
    share: total > 0 ? Math.max(0, amount / total) : 0,
    tone,
  });
  const agreed = subtractCents(outstanding, open);
  const elsewhere = subtractCents(subtractCents(total, paid), outstanding);
  return [
    part('Paid', paid, 'success'),
    part('Open', open, 'info'),
    part('Overdue, planned or scheduled', agreed, 'danger'),
    ...(elsewhere > 0 ? [part('In process or disputed', elsewhere, 'neutral')] : []),
  ];
}

export function BalanceSummary({ balance }: { balance: Balance }) {
  return (
    <Card label="Balance">
      <Stack gap={4}>
        <div>
          <Text tone="muted">Outstanding</Text>
          <Money text={formatMoney(balance.outstanding)} size="hero" />
        </div>
        <BalanceBar
          parts={partsOf(balance)}
          total={{ label: 'Total', amount: formatMoney(balance.total) }}
        />
      </Stack>
    </Card>
  );
}

const WAITING_PARTS = ['Paid', 'Open', 'Overdue', 'Total'];

export function BalanceSummarySkeleton() {
  return (
    <Card>
      <Stack gap={4}>
        <div>
          <Text tone="muted">Outstanding</Text>
          <Skeleton shape="block" width="12rem" height="46px" />
        </div>
        <Skeleton shape="block" height="12px" />
        <Stack direction="row" gap={10} wraps>
          {WAITING_PARTS.map((label) => (
            <Skeleton key={label} shape="block" width="6.5rem" height="49px" />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
