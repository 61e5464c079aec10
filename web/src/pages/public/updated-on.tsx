// 'Last updated November 15, 2026', as the texts carry it.

import { Text } from '../../ui/text.tsx';
import type { UpdatedOn } from './texts/legal-text.ts';

const longDate = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
});

export function UpdatedOnLine({ date }: { date: UpdatedOn }) {
  const text = longDate.format(new Date(`${date}T00:00:00Z`));
  return (
    <Text size="small" tone="subtle">
      Last updated <time dateTime={date}>{text}</time>
    </Text>
  );
}
