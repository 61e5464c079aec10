// Shows that the company is a demo, before a visitor tries to change something.

import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { shellTexts } from '../texts/shell.ts';
import styles from './demo-banner.module.css';

const css = bindClasses(styles);

export function DemoBanner() {
  return (
    <p className={css('banner')} role="note">
      <strong>{shellTexts.demo}</strong> {shellTexts.demoText}
    </p>
  );
}
