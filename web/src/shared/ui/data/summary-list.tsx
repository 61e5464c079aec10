// Labels and values as rows. It is a description list, so that screen readers read pairs together.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import styles from './summary-list.module.css';

const css = bindClasses(styles);

export type SummaryRow = { label: string; value: ReactNode; isStrong?: boolean };

export const LIVE = { 'aria-live': 'polite', 'aria-atomic': true } as const;

type SummaryListProps = {
  rows: readonly SummaryRow[];
  /** 'short' is 'tight' and keeps values near their labels on a wide page. */
  look?: 'lines' | 'tight' | 'short';
  /** Screen readers announce all rows when a value changes. */
  isLive?: boolean;
};

export function SummaryList({ rows, look = 'lines', isLive = false }: SummaryListProps) {
  return (
    <dl className={css('list', look === 'lines' ? 'lines' : 'tight', look)} {...(isLive && LIVE)}>
      {rows.map((row) => (
        <div key={row.label} className={css('row', row.isStrong && 'strong')}>
          <dt className={css('label')}>{row.label}</dt>
          <dd className={css('value')}>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
