// A spinner (0.9 s per turn, product §9). It is decorative; the text beside it describes what is loading.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './spinner.module.css';

const css = bindClasses(styles);

type SpinnerProps = { size?: 'small' | 'medium' | 'large' };

export function Spinner({ size = 'medium' }: SpinnerProps) {
  return (
    <svg className={css('spinner', size)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle className={css('track')} cx="12" cy="12" r="9.5" />
      <path className={css('arc')} d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" />
    </svg>
  );
}
