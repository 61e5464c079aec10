// The color scheme of this browser: light, dark or the device's.

import { useState } from 'react';
import { shellTexts } from '#texts/site/shell';
import { bindClasses } from '../../lib/bind-classes.ts';
import { chooseScheme, SCHEME_CHOICES, savedScheme } from '../../theme/color-scheme.ts';
import styles from './scheme-choice.module.css';

const css = bindClasses(styles);

export function SchemeChoice() {
  const [chosen, setChosen] = useState(savedScheme);
  const choose = (value: string): void => {
    const choice = SCHEME_CHOICES.find((candidate) => candidate === value) ?? 'system';
    setChosen(choice);
    chooseScheme(choice);
  };
  return (
    <label className={css('choice')}>
      {shellTexts.appearance}
      <select
        className={css('select')}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {SCHEME_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {shellTexts.schemes[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}
