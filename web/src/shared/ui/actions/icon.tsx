// One icon of the set, in the current text color. Decorative: it is hidden from screen readers.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './icon.module.css';
import { ICON_PATHS } from './icon-paths.ts';

const css = bindClasses(styles);

export type IconName = keyof typeof ICON_PATHS;

type IconProps = { name: IconName; size?: 'small' | 'medium' | 'large' };

export function Icon({ name, size = 'medium' }: IconProps) {
  return (
    <svg className={css('icon', size)} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[name].join(' ')} />
    </svg>
  );
}
