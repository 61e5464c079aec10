// A hash that can wrap at any character, for comparing it letter by letter.

import { bindClasses } from '../../shared/lib/bind-classes.ts';
import styles from './hash-text.module.css';

const css = bindClasses(styles);

export function HashText({ text }: { text: string }) {
  return <span className={css('hash')}>{text}</span>;
}
