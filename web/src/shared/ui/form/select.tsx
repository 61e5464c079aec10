// A styled native select, so that touch keyboards and screen readers work as usual.

import { type ComponentProps, useId } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../actions/icon.tsx';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './select.module.css';

const css = bindClasses(styles);

export type SelectOption<Value extends string> = { value: Value; label: string };

type SelectProps<Value extends string> = Omit<
  ComponentProps<'select'>,
  'className' | 'style' | 'value' | 'onChange' | 'children'
> & {
  label: string;
  isLabelHidden?: boolean;
  options: readonly SelectOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
};

export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onValueChange,
  id,
  ...rest
}: SelectProps<Value>) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const choose = (chosen: string): void => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <div className={css('field', !isLabelHidden && 'labelled')}>
      <label htmlFor={controlId} className={css('label')}>
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      <span className={css('box')}>
        <select
          {...rest}
          id={controlId}
          className={css('select')}
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={css('sign')}>
          <Icon name="chevron-down" size="small" />
        </span>
      </span>
    </div>
  );
}
