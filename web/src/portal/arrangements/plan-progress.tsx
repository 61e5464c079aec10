// Progress of a plan as a ring and as text (product §4.6).

import { formatMoney } from '@quittance/contract/format';
import type { Installment } from '@quittance/contract/invoices/portal-schemas';
import { addCents } from '@quittance/contract/money';
import { planTexts } from '#texts/payment/plan';
import { ProgressRing } from '../../shared/ui/data/progress-ring.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

function planProgress(installments: readonly Installment[]) {
  const paid = installments.filter(({ status }) => status === 'SUCCESS');
  const paidCents = addCents(...paid.map(({ cost }) => cost));
  const totalCents = addCents(...installments.map(({ cost }) => cost));
  const feeCents = addCents(...installments.map(({ fee }) => fee));
  const share = totalCents > 0 ? paidCents / totalCents : 0;
  return { paidCount: paid.length, paidCents, totalCents, feeCents, share };
}

export function PlanProgress({ installments }: { installments: readonly Installment[] }) {
  const { paidCount, paidCents, totalCents, feeCents, share } = planProgress(installments);
  const count = installments.length;
  const amounts = planTexts.amountOf(formatMoney(paidCents), formatMoney(totalCents));
  const label = planTexts.made(paidCount, count);
  return (
    <Stack direction="row" gap={4} align="center">
      <ProgressRing share={share} label={label} text={planTexts.share(paidCount, count)} />
      <div>
        <Text isStrong>{label}</Text>
        <Text size="small" tone="muted">
          {feeCents > 0 ? planTexts.withFees(amounts, formatMoney(feeCents)) : amounts}
        </Text>
      </div>
    </Stack>
  );
}
