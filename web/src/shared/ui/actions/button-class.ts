// The look of a button as a class name, shared by `button.tsx` and by links that look like buttons.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './button.module.css';

const css = bindClasses(styles);

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';
export type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isWide?: boolean;
  /** A quiet button at the end of a line, whose text is aligned with the edge. */
  isFlush?: boolean;
  isUnavailable?: boolean;
};

export function buttonClass({
  variant = 'primary',
  size = 'medium',
  isWide = false,
  isFlush = false,
  isUnavailable = false,
}: ButtonLook = {}): string {
  return css(
    'button',
    variant,
    size,
    isWide && 'wide',
    isFlush && 'flush',
    isUnavailable && 'unavailable',
  );
}
