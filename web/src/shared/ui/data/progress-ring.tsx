// A ring that shows a share of a total, with text in the middle. `share` runs from 0 to 1.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './progress-ring.module.css';

const css = bindClasses(styles);

type ProgressRingProps = {
  share: number;
  label: string;
  text?: string;
};

export function ProgressRing({ share, label, text }: ProgressRingProps) {
  const filled = Math.min(1, Math.max(0, share));
  return (
    <div
      className={css('ring')}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={filled}
      aria-valuetext={label}
    >
      <svg viewBox="0 0 64 64" aria-hidden="true" focusable="false" className={css('drawing')}>
        <circle className={css('track')} cx="32" cy="32" r="28" />
        {filled > 0 && (
          <circle
            className={css('share')}
            cx="32"
            cy="32"
            r="28"
            pathLength={1}
            strokeDasharray={`${filled} 1`}
          />
        )}
      </svg>
      {text && <span className={css('text')}>{text}</span>}
    </div>
  );
}
