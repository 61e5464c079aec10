// The look of a link that names its row or card, as a class name: strong, in the colour of text, and
// underlined when it is pointed at. Links inside sentences keep the underline they always have.

import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './link.module.css';

const css = bindClasses(styles);

export function titleLinkClass(): string {
  return css('title');
}
