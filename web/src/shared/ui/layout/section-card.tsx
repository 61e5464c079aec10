// A card with a heading, an optional hint below it and an action beside it.

import type { ReactNode } from 'react';
import { Heading } from '../text/heading.tsx';
import { Text } from '../text/text.tsx';
import { Card } from './card.tsx';
import { Stack } from './stack.tsx';

type SectionCardProps = { title: string; hint?: string; action?: ReactNode; children: ReactNode };

export function SectionCard({ title, hint, action, children }: SectionCardProps) {
  return (
    <Card label={title}>
      <Stack gap={4}>
        <Stack gap={1}>
          <Stack direction="row" justify="space-between" align="center">
            <Heading level={2}>{title}</Heading>
            {action}
          </Stack>
          {hint && <Text tone="muted">{hint}</Text>}
        </Stack>
        {children}
      </Stack>
    </Card>
  );
}
