// A choice among a few short values, as chips in a row. It uses native radios, so that keyboard, forms and screen
// readers work.

import { useId } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './choice-chips.module.css';

const css = bindClasses(styles);

export type Chip<Value extends string | number> = { value: Value; label: string };

type ChoiceChipsProps<Value extends string | number> = {
  legend: string;
  chips: readonly Chip<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  isDisabled?: boolean;
};

export function ChoiceChips<Value extends string | number>({
  legend,
  chips,
  value,
  onValueChange,
  isDisabled = false,
}: ChoiceChipsProps<Value>) {
  const name = useId();
  return (
    <fieldset disabled={isDisabled}>
      <legend className={css('legend')}>{legend}</legend>
      <div className={css('chips')}>
        {chips.map((chip) => (
          <label key={chip.value} className={css('chip')}>
            <input
              type="radio"
              className={css('input')}
              name={name}
              value={chip.value}
              checked={chip.value === value}
              onChange={() => onValueChange(chip.value)}
            />
            <span className={css('label')}>{chip.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
