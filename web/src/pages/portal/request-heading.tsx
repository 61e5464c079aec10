// What a payment of chosen orders is called, and how many and how much they are.

import { PARTIAL_TITLE } from '../../state/subject.ts';
import { Heading } from '../../ui/heading.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';

type RequestHeadingProps = {
  count: number;
  /** '$610.05' */
  total: string;
};

export function RequestHeading({ count, total }: RequestHeadingProps) {
  return (
    <Stack gap={2}>
      <Heading level={1}>{PARTIAL_TITLE}</Heading>
      <Text size="large" tone="muted">
        {count} {count === 1 ? 'order' : 'orders'}, {total} in all
      </Text>
    </Stack>
  );
}
