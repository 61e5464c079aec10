// Reference, memo and items of an estimate. The card beside it shows the total.

import { formatMoney } from '@quittance/contract/format';
import type { Estimate } from '@quittance/contract/projects/portal-schemas';
import { estimateTexts } from '#texts/account/estimate';
import { payableTexts } from '#texts/payment/payable';
import { SummaryList } from '../../../shared/ui/data/summary-list.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { EstimateBadge } from '../../projects/project-badges.tsx';

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
  // Items with the same name are distinguished by their position.
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
