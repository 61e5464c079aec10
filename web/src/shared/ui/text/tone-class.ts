// Background and text color of a tone, as a class name.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './tone.module.css';

const css = bindClasses(styles);

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

export function toneClass(tone: Tone): string {
  return css(tone);
}
