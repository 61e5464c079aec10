// The look of a link that is the title of a row or card, as a class name.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './link.module.css';

const css = bindClasses(styles);

export function titleLinkClass(): string {
  return css('title');
}
