// On phones, the amount and the pay button at the bottom of the window. Hidden above 768 px, where the pay
// card is visible.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Money } from '../text/money.tsx';
import styles from './pay-bar.module.css';

const css = bindClasses(styles);

type PayBarProps = {
  label: string;
  amount: string | null;
  children: ReactNode;
};

export function PayBar({ label, amount, children }: PayBarProps) {
  return (
    <section data-pay-bar className={css('bar')} aria-label={label}>
      {amount !== null && (
        <div className={css('sum')}>
          <span className={css('label')}>{label}</span>
          <Money text={amount} size="large" />
        </div>
      )}
      <div className={css('action')}>{children}</div>
    </section>
  );
}
