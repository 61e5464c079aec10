// In place of a part of the page that did not load or could not be rendered. Neutral about payments: the part may be
// missing while one is running.

import { uiTexts } from '#texts/site/ui';
import { IconButton } from '../actions/icon-button.tsx';
import { PageColumn } from '../layout/page-column.tsx';
import { ErrorState } from './error-state.tsx';
import { Notice } from './notice.tsx';

type NotShownProps = { onRetry: () => void };

export function PartNotShown({ onRetry }: NotShownProps) {
  return (
    <Notice tone="warning" action={{ label: uiTexts.tryAgain, onClick: onRetry }}>
      {uiTexts.partNotShown}
    </Notice>
  );
}

export function PageNotLoaded({ onRetry }: NotShownProps) {
  return (
    <PageColumn width="narrow">
      <ErrorState title={uiTexts.pageNotLoaded} text={uiTexts.checkConnection} onRetry={onRetry} />
    </PageColumn>
  );
}

/** For a control the size of an icon. */
export function IconNotShown({ onRetry }: NotShownProps) {
  return <IconButton icon="refresh" label={uiTexts.tryAgain} onClick={onRetry} />;
}
