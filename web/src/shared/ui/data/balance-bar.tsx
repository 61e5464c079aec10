// Parts of a total as one bar, with a legend of labels and amounts. The bar repeats the legend, so it is
// hidden from screen readers.

import { bindClasses } from '../../lib/bind-classes.ts';
import { Money } from '../text/money.tsx';
import styles from './balance-bar.module.css';

const css = bindClasses(styles);

export type BalancePart = {
  label: string;
  amount: string;
  share: number;
  tone: 'success' | 'info' | 'danger' | 'neutral';
};

type BalanceBarProps = {
  parts: readonly BalancePart[];
  total: { label: string; amount: string };
};

export function BalanceBar({ parts, total }: BalanceBarProps) {
  return (
    <div className={css('balance')}>
      <div className={css('bar')} aria-hidden="true">
        {parts
          .filter(({ share }) => share > 0)
          .map(({ label, share, tone }) => (
            <span key={label} className={css('part', tone)} style={{ flexGrow: share }} />
          ))}
      </div>
      <dl className={css('legend')}>
        {parts.map(({ label, amount, tone }) => (
          <div key={label}>
            <dt className={css('label')}>
              <span className={css('dot', tone)} />
              {label}
            </dt>
            <dd className={css('amount')}>
              <Money text={amount} />
            </dd>
          </div>
        ))}
        <div>
          <dt className={css('label')}>{total.label}</dt>
          <dd className={css('amount')}>
            <Money text={total.amount} />
          </dd>
        </div>
      </dl>
    </div>
  );
}
