// The look of a button as a class name, for what looks like a button but is a link.
// `button.tsx` uses the same function, so the two cannot drift apart.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './button.module.css';

const css = bindClasses(styles);

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';
export type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isWide?: boolean;
  /** A quiet button at the end of a line: its words, not its hover area, meet the edge. */
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
