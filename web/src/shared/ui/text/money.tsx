// A formatted amount with tabular numerals that does not wrap.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './money.module.css';

const css = bindClasses(styles);

type MoneyProps = {
  text: string;
  size?: 'inherit' | 'large' | 'hero';
  isStrong?: boolean;
};

/** Amounts longer than '$9,999,999.99' are smaller on a phone, so that they fit a card. */
const LONG = 13;

export function Money({ text, size = 'inherit', isStrong = false }: MoneyProps) {
  return (
    <span className={css('money', size, text.length > LONG && 'long', isStrong && 'strong')}>
      {text}
    </span>
  );
}
