// Text in a size and tone of the scale.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './text.module.css';

const css = bindClasses(styles);

export type TextTone = 'default' | 'muted' | 'subtle' | 'success' | 'warning' | 'danger';

type TextProps = {
  as?: 'p' | 'span' | 'div';
  size?: 'small' | 'body' | 'large';
  tone?: TextTone;
  isStrong?: boolean;
  id?: string;
  children: ReactNode;
};

export function Text({
  as: Tag = 'p',
  size = 'body',
  tone = 'default',
  isStrong = false,
  id,
  children,
}: TextProps) {
  return (
    <Tag id={id} className={css(size, tone, isStrong && 'strong')}>
      {children}
    </Tag>
  );
}
