// A native checkbox with a label and an error.

import { type ComponentProps, type ReactNode, useId } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../actions/icon.tsx';
import styles from './checkbox.module.css';

const css = bindClasses(styles);

type CheckboxProps = Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'type' | 'checked' | 'onChange' | 'children'
> & {
  isChecked: boolean;
  onCheckedChange: (isChecked: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
};

export function Checkbox({
  isChecked,
  onCheckedChange,
  error,
  id,
  children,
  ...rest
}: CheckboxProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <div className={css('checkbox')}>
      <label htmlFor={controlId} className={css('line', rest.disabled && 'disabled')}>
        <span className={css('well')}>
          <input
            {...rest}
            id={controlId}
            type="checkbox"
            className={css('input', error && 'invalid')}
            checked={isChecked}
            onChange={(event) => onCheckedChange(event.currentTarget.checked)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${controlId}-error` : undefined}
          />
          <span className={css('tick')}>
            <Icon name="check" size="small" />
          </span>
        </span>
        <span>{children}</span>
      </label>
      <p id={`${controlId}-error`} className={css('error')} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
