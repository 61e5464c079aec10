// The placeholder of a page while it loads.

import { uiTexts } from '#texts/site/ui';
import { Card } from '../layout/card.tsx';
import { PageColumn } from '../layout/page-column.tsx';
import { Stack } from '../layout/stack.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import { Busy } from './busy.tsx';
import { Skeleton } from './skeleton.tsx';

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
