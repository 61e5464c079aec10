// Title, number of orders and total of a partial request.

import { payableTexts } from '#texts/payment/payable';
import { requestTexts } from '#texts/payment/request';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';

type RequestHeadingProps = {
  count: number;
  total: string;
};

export function RequestHeading({ count, total }: RequestHeadingProps) {
  return (
    <Stack gap={2}>
      <Heading level={1}>{payableTexts.partial}</Heading>
      <Text size="large" tone="muted">
        {requestTexts.inAll(count, total)}
      </Text>
    </Stack>
  );
}
