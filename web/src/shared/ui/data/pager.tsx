// Previous and next page of a list. Cursor paging does not have a total number of pages.

import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Button } from '../actions/button.tsx';
import styles from './pager.module.css';

const css = bindClasses(styles);

type PagerProps = {
  label: string;
  text?: string | undefined;
  previousLabel?: string;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

export function Pager({
  label,
  text,
  previousLabel = uiTexts.previous,
  onPrevious,
  onNext,
}: PagerProps) {
  if (!onPrevious && !onNext) return null;
  return (
    <nav aria-label={uiTexts.pagesOf(label)} className={css('pager')}>
      <Button
        variant="secondary"
        size="small"
        icon="chevron-left"
        disabled={!onPrevious}
        onClick={() => onPrevious?.()}
      >
        {previousLabel}
      </Button>
      {text && <span className={css('text')}>{text}</span>}
      <Button variant="secondary" size="small" disabled={!onNext} onClick={() => onNext?.()}>
        {uiTexts.next}
      </Button>
    </nav>
  );
}
