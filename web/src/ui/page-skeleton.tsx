// The shape of a page while nothing of it is known yet: a heading, a line and a card.

import { uiTexts } from '#texts/ui';
import { Busy } from './busy.tsx';
import { Card } from './card.tsx';
import { PageColumn } from './page-column.tsx';
import { Skeleton } from './skeleton.tsx';
import { Stack } from './stack.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export function PageSkeleton() {
  return (
    <PageColumn>
      <Busy>
        <VisuallyHidden>
          <p role="status">{uiTexts.loading}</p>
        </VisuallyHidden>
        <Stack gap={6}>
          <Skeleton shape="block" width="14rem" height="34px" />
          <Card>
            <Stack gap={4}>
              <Skeleton width="60%" />
              <Skeleton width="90%" />
              <Skeleton width="75%" />
              <Skeleton width="80%" />
            </Stack>
          </Card>
        </Stack>
      </Busy>
    </PageColumn>
  );
}
