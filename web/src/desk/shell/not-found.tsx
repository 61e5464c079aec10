// An address of the console that has no page.

import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { failureTexts } from '../texts/failures.ts';
import { Page } from './page.tsx';

export function NotFound() {
  return (
    <Page title={failureTexts.notFound}>
      <EmptyState icon="search" title={failureTexts.notFound} text={failureTexts.notFoundText} />
    </Page>
  );
}
