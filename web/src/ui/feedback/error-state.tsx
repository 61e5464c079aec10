// Content that could not be shown, with a way to try again. The default title is the fallback view's (product
// §2, §8).

import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Button } from '../actions/button.tsx';
import { Icon } from '../actions/icon.tsx';
import styles from './empty-state.module.css';

const css = bindClasses(styles);

type ErrorStateProps = {
  title?: string;
  text?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  retryLabel?: string;
};

export function ErrorState({
  title = uiTexts.somethingWentWrong,
  text,
  onRetry,
  isRetrying = false,
  retryLabel = uiTexts.tryAgain,
}: ErrorStateProps) {
  return (
    <div className={css('state')} role="alert">
      <span className={css('sign', 'failed')}>
        <Icon name="alert" size="large" />
      </span>
      <p className={css('title')}>{title}</p>
      {text && <p className={css('text')}>{text}</p>}
      {onRetry && (
        <div className={css('action')}>
          <Button variant="secondary" icon="refresh" isLoading={isRetrying} onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
