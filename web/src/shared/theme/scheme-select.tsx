// The color scheme of this browser: light, dark or the device's.

import { useState } from 'react';
import { bindClasses } from '../lib/bind-classes.ts';
import { chooseScheme, SCHEME_CHOICES, type SchemeChoice, savedScheme } from './color-scheme.ts';
import styles from './scheme-select.module.css';

const css = bindClasses(styles);

type SchemeSelectProps = { label: string; names: Readonly<Record<SchemeChoice, string>> };

export function SchemeSelect({ label, names }: SchemeSelectProps) {
  const [chosen, setChosen] = useState(savedScheme);
  const choose = (value: string): void => {
    const choice = SCHEME_CHOICES.find((candidate) => candidate === value) ?? 'system';
    setChosen(choice);
    chooseScheme(choice);
  };
  return (
    <label className={css('choice')}>
      {label}
      <select
        className={css('select')}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {SCHEME_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {names[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}
