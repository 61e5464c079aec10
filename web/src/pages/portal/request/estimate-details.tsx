// Reference, memo, items and total of an estimate.

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

type ShownEstimate = Pick<Estimate, 'estimateRef' | 'memo' | 'status' | 'items' | 'total'>;

export function EstimateDetails({ estimate }: { estimate: ShownEstimate }) {
  const { estimateRef, memo, status, items, total } = estimate;
  // Items with the same name are told apart by their position.
  const rows = items.map(({ name, amount }, index) => ({
    label:
      items.findIndex((item) => item.name === name) === index
        ? name
        : estimateTexts.item(name, index + 1),
    value: <Money text={formatMoney(amount)} />,
  }));
  return (
    <Stack gap={6}>
      <Stack gap={2} align="start">
        <EstimateBadge status={status} />
        <Heading level={1}>{payableTexts.estimate(estimateRef)}</Heading>
        <Text size="large" tone="muted">
          {memo}
        </Text>
      </Stack>
      <Card label={estimateTexts.items}>
        <SummaryList
          rows={[
            ...rows,
            {
              label: estimateTexts.total,
              value: <Money text={formatMoney(total)} isStrong />,
              isStrong: true,
            },
          ]}
        />
      </Card>
    </Stack>
  );
}
