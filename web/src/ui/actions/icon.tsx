// One icon of the set, in the colour of the text around it. Decorative: the word stands beside it.

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
