// A button with only an icon; its label is for screen readers.

import type { ComponentProps } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './icon-button.module.css';
import { Spinner } from './spinner.tsx';

const css = bindClasses(styles);

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'> & {
  icon: IconName;
  label: string;
  /** Disabled but focusable, so that a tooltip can show the reason. */
  isUnavailable?: boolean;
  isLoading?: boolean;
};

export function IconButton({
  icon,
  label,
  isUnavailable = false,
  isLoading = false,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={css('button', isUnavailable && 'unavailable')}
      aria-label={label}
      aria-busy={isLoading || undefined}
      aria-disabled={isUnavailable || undefined}
      onClick={isUnavailable ? undefined : onClick}
    >
      {isLoading ? <Spinner /> : <Icon name={icon} />}
    </button>
  );
}
