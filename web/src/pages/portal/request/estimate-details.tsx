// Reference, memo and items of an estimate. The total is in the card beside it.

import { formatMoney } from '@quittance/contract/format';
import type { Estimate } from '@quittance/contract/schemas/projects';
import { estimateTexts } from '#texts/account/estimate';
import { payableTexts } from '#texts/payment/payable';
import { EstimateBadge } from '../../../features/projects/project-badges.tsx';
import { SummaryList } from '../../../ui/data/summary-list.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Heading } from '../../../ui/text/heading.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { Text } from '../../../ui/text/text.tsx';

type EstimateHeadingProps = { estimate: Pick<Estimate, 'estimateRef' | 'memo' | 'status'> };

export function EstimateHeading({ estimate }: EstimateHeadingProps) {
  return (
    <Stack gap={2} align="start">
      <Stack direction="row" gap={3} wraps>
        <Heading level={1}>{payableTexts.estimate(estimate.estimateRef)}</Heading>
        <EstimateBadge status={estimate.status} />
      </Stack>
      <Text size="large" tone="muted">
        {estimate.memo}
      </Text>
    </Stack>
  );
}

export function EstimateItems({ items }: Pick<Estimate, 'items'>) {
  // Items with the same name are told apart by their position.
  const rows = items.map(({ name, amount }, index) => ({
    label:
      items.findIndex((item) => item.name === name) === index
        ? name
        : estimateTexts.item(name, index + 1),
    value: <Money text={formatMoney(amount)} />,
  }));
  return (
    <Card label={estimateTexts.items}>
      <SummaryList rows={rows} />
    </Card>
  );
}
