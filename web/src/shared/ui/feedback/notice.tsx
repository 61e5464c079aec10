// A short message inside a page or popup. Errors are alerts; everything else is a polite status.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Button } from '../actions/button.tsx';
import { Icon, type IconName } from '../actions/icon.tsx';
import { type Tone, toneClass } from '../text/tone-class.ts';
import styles from './notice.module.css';

const css = bindClasses(styles);

const ICON_OF_TONE: Record<Tone, IconName> = {
  neutral: 'info',
  info: 'info',
  success: 'check',
  warning: 'alert',
  danger: 'error',
};

type NoticeProps = {
  tone?: Tone;
  title?: string;
  action?: { label: string; onClick: () => void } | null;
  children: ReactNode;
};

export function Notice({ tone = 'neutral', title, action, children }: NoticeProps) {
  return (
    <div
      className={`${css('notice')} ${toneClass(tone)}`}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon name={ICON_OF_TONE[tone]} />
      <div className={css('words')}>
        {title && <p className={css('title')}>{title}</p>}
        <div>{children}</div>
        {action && (
          <div className={css('action')}>
            <Button variant="secondary" size="small" onClick={action.onClick}>
              {action.label}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
