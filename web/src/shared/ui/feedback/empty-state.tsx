// An empty result: a title, one sentence and one helpful action.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon, type IconName } from '../actions/icon.tsx';
import styles from './empty-state.module.css';

const css = bindClasses(styles);

type EmptyStateProps = {
  icon?: IconName;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  isFailure?: boolean;
};

export function EmptyState(props: EmptyStateProps) {
  const { icon = 'invoice', title, text, action, isFailure = false } = props;
  return (
    <div className={css('state')} role={isFailure ? 'alert' : undefined}>
      <span className={css('sign', isFailure && 'failed')}>
        <Icon name={icon} size="large" />
      </span>
      <p className={css('title')}>{title}</p>
      {text && <p className={css('text')}>{text}</p>}
      {action && <div className={css('action')}>{action}</div>}
    </div>
  );
}
