// A named group of option cards.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './option-group.module.css';

const css = bindClasses(styles);

type OptionGroupProps = { legend: string; isLegendHidden?: boolean; children: ReactNode };

export function OptionGroup({ legend, isLegendHidden = false, children }: OptionGroupProps) {
  return (
    <fieldset className={css('group')}>
      <legend className={css(!isLegendHidden && 'legend')}>
        {isLegendHidden ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}
      </legend>
      <div className={css('options')}>{children}</div>
    </fieldset>
  );
}
