// A button. While loading it keeps its width and focus, is announced as busy and ignores presses. This is only
// feedback and does not protect against a double payment.

import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

const css = bindClasses(styles);

type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'className' | 'style'> & {
    isLoading?: boolean;
    /** Disabled but focusable, so that a tooltip can show the reason. */
    isUnavailable?: boolean;
    loadingText?: string;
    icon?: IconName;
    children: ReactNode;
  };

export function Button({
  variant = 'primary',
  size = 'medium',
  isWide = false,
  isFlush = false,
  isLoading = false,
  isUnavailable = false,
  loadingText,
  icon,
  disabled = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const onPress = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isLoading || isUnavailable) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, isWide, isFlush, isUnavailable })}
      disabled={disabled}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || isUnavailable || undefined}
      onClick={onPress}
    >
      <span
        className={css('label', isLoading && 'covered')}
        aria-hidden={isLoading && !!loadingText}
      >
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {(isLoading || loadingText) && (
        <span className={css('progress', !isLoading && 'covered')} aria-hidden={!isLoading}>
          <Spinner />
          {loadingText}
        </span>
      )}
    </button>
  );
}
