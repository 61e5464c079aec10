// A named group of option cards. The list scrolls when it has more than `scrollsAfter` options (product §9:
// saved methods, 3).

import { Children, type ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import styles from './option-group.module.css';

const css = bindClasses(styles);

type OptionGroupProps = {
  legend: string;
  isLegendHidden?: boolean;
  scrollsAfter?: number;
  children: ReactNode;
};

export function OptionGroup({
  legend,
  isLegendHidden = false,
  scrollsAfter,
  children,
}: OptionGroupProps) {
  const isLong = scrollsAfter !== undefined && Children.count(children) > scrollsAfter;
  return (
    <fieldset className={css('group')}>
      <legend className={css(!isLegendHidden && 'legend')}>
        {isLegendHidden ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}
      </legend>
      <div className={css('options', isLong && 'scrolling')}>{children}</div>
    </fieldset>
  );
}
