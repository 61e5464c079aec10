// A short table inside a section: parts, refunds, postings, links. It scrolls sideways where it does not fit.

import type { ReactNode } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import styles from './small-table.module.css';

const css = bindClasses(styles);

export type SmallColumn<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  isHeaderHidden?: boolean;
  /** Longer texts, which take several lines. */
  isText?: boolean;
};

type SmallTableProps<Row> = {
  caption: string;
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  foot?: ReactNode;
};

export function SmallTable<Row>({ caption, columns, rows, rowKey, foot }: SmallTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame is scrolled by the keyboard too
    <div className={css('frame')} tabIndex={0}>
      <table className={css('table')}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ header, align = 'start', isHeaderHidden }) => (
              <th key={header} scope="col" className={css('head', align)}>
                {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={css('row')}>
              {columns.map(({ header, cell, align = 'start', isText }) => (
                <td key={header} className={css('cell', align, isText && 'text')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}
