// Replaces a page, a part of it or an icon-sized control that did not load or could not be rendered. It does not
// mention payments, because one may be running.

import { uiTexts } from '#texts/site/ui';
import { IconButton } from '../actions/icon-button.tsx';
import { PageColumn } from '../layout/page-column.tsx';
import { ErrorState } from './error-state.tsx';
import { Notice } from './notice.tsx';

type NotShownProps = { as?: 'part' | 'page' | 'icon'; onRetry: () => void };

export function NotShown({ as = 'part', onRetry }: NotShownProps) {
  if (as === 'icon')
    return <IconButton icon="refresh" label={uiTexts.tryAgain} onClick={onRetry} />;
  if (as === 'part')
    return (
      <Notice tone="warning" action={{ label: uiTexts.tryAgain, onClick: onRetry }}>
        {uiTexts.partNotShown}
      </Notice>
    );
  return (
    <PageColumn width="narrow">
      <ErrorState title={uiTexts.pageNotLoaded} text={uiTexts.checkConnection} onRetry={onRetry} />
    </PageColumn>
  );
}
