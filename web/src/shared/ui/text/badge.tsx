// A status label with a dot. The color only repeats the text.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './badge.module.css';
import { type Tone, toneClass } from './tone-class.ts';

const css = bindClasses(styles);

type BadgeProps = { tone?: Tone; label: string };

export function Badge({ tone = 'neutral', label }: BadgeProps) {
  return (
    <span className={`${css('badge', tone === 'neutral' && 'neutral')} ${toneClass(tone)}`}>
      {label}
    </span>
  );
}
