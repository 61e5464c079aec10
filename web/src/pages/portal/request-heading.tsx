// What a payment of chosen orders is called, and how many and how much they are.

import { requestTexts } from '#texts/request';
import { subjectTexts } from '#texts/subject';
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
      <Heading level={1}>{subjectTexts.partial}</Heading>
      <Text size="large" tone="muted">
        {requestTexts.inAll(count, total)}
      </Text>
    </Stack>
  );
}
