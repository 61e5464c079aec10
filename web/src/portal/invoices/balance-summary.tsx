// The total balance of a customer and its parts (product §3.9). Open is the part of the outstanding amount that is
// not due yet.

import { formatMoney } from '@quittance/contract/format';
import type { BalanceSummary as Balance } from '@quittance/contract/invoices/portal-schemas';
import { type Cents, subtractCents } from '@quittance/contract/money';
import { invoicesTexts } from '#texts/account/invoices';
import { BalanceBar, type BalancePart } from '../../shared/ui/data/balance-bar.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

const texts = invoicesTexts.balance;

/** The parts add up to the total. The last one is shown only if it is not zero. */
export function toParts({
  total,
  open,
  outstanding,
  paid,
}: Omit<Balance, 'credit'>): BalancePart[] {
  const part = (label: string, amount: Cents, tone: BalancePart['tone']): BalancePart => ({
    label,
    amount: formatMoney(amount),
    share: total > 0 ? Math.max(0, amount / total) : 0,
    tone,
  });
  const agreed = subtractCents(outstanding, open);
  const elsewhere = subtractCents(subtractCents(total, paid), outstanding);
  return [
    part(texts.paid, paid, 'success'),
    part(texts.open, open, 'info'),
    part(texts.agreed, agreed, 'danger'),
    ...(elsewhere > 0 ? [part(texts.elsewhere, elsewhere, 'neutral')] : []),
  ];
}

export function BalanceSummary({ balance }: { balance: Balance }) {
  return (
    <Card label={texts.title}>
      <Stack gap={4}>
        <div>
          <Text tone="muted">{texts.outstanding}</Text>
          <Money text={formatMoney(balance.outstanding)} size="hero" />
        </div>
        {balance.credit > 0 && <Text>{texts.credit(formatMoney(balance.credit))}</Text>}
        <BalanceBar
          parts={toParts(balance)}
          total={{ label: texts.total, amount: formatMoney(balance.total) }}
        />
      </Stack>
    </Card>
  );
}

type BalanceNotLoadedProps = { onRetry: () => void; isRetrying: boolean };

export function BalanceNotLoaded({ onRetry, isRetrying }: BalanceNotLoadedProps) {
  return (
    <Card label={texts.title}>
      <ErrorState title={texts.failed} onRetry={onRetry} isRetrying={isRetrying} />
    </Card>
  );
}

const WAITING_PARTS = ['paid', 'open', 'agreed', 'total'];

export function BalanceSummarySkeleton() {
  return (
    <Card>
      <Stack gap={4}>
        <div>
          <Text tone="muted">{texts.outstanding}</Text>
          <Skeleton shape="block" width="12rem" height="46px" />
        </div>
        <Skeleton shape="block" height="12px" />
        <Stack direction="row" gap={10} wraps>
          {WAITING_PARTS.map((part) => (
            <Skeleton key={part} shape="block" width="6.5rem" height="49px" />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
