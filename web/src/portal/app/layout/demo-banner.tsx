// Says that the company is a demo (R51), before a visitor tries to change something.

import { shellTexts } from '#texts/site/shell';
import { bindClasses } from '../../../shared/lib/bind-classes.ts';
import { Icon } from '../../../shared/ui/actions/icon.tsx';
import styles from './demo-banner.module.css';

const css = bindClasses(styles);

export function DemoBanner() {
  return (
    <p className={css('banner')} role="note">
      <Icon name="info" size="small" />
      <span>
        <strong>{shellTexts.demo.title}</strong> {shellTexts.demo.text}
      </span>
    </p>
  );
}
