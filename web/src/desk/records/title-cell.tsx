// The first cell of a row: a link to the record, and below it the details that have no column on a narrow screen.
// Also defines the customer column.

import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import type { DeskPaths } from '../paths.ts';
import type { Column } from '../table/short-table.tsx';
import styles from './title-cell.module.css';

const css = bindClasses(styles);

type TitleCellProps = {
  href: string;
  title: string;
  note?: string | undefined;
  /** A fact that has a column from a tablet on. */
  phoneNote?: string;
};

export function TitleCell({ href, title, note, phoneNote }: TitleCellProps) {
  return (
    <>
      <Link to={href} className={css('title')}>
        {title}
      </Link>
      {note && (
        <span className={css('note')}>
          {note}
          {phoneNote && <span className={css('phone')}> · {phoneNote}</span>}
        </span>
      )}
    </>
  );
}

type CustomerRow = { customerId: string; customerName: string };

export function customerColumn(
  paths: DeskPaths,
  look: { header: string; width: string },
): Column<CustomerRow> {
  return {
    ...look,
    from: 'desktop',
    cell: ({ customerId, customerName }) => (
      <Link to={paths.customer(customerId)}>{customerName}</Link>
    ),
  };
}
