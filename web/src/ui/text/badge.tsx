// A status label with a dot. The color only repeats the text.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './badge.module.css';

const css = bindClasses(styles);

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

type BadgeProps = { tone?: Tone; label: string };

export function Badge({ tone = 'neutral', label }: BadgeProps) {
  return <span className={css('badge', tone)}>{label}</span>;
}
