// The first cell of a row: a link to the record, and below it what a narrow screen has no column for.

import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import styles from './title-cell.module.css';

const css = bindClasses(styles);

type TitleCellProps = { href: string; title: string; note?: string | undefined };

export function TitleCell({ href, title, note }: TitleCellProps) {
  return (
    <>
      <Link to={href} className={css('title')}>
        {title}
      </Link>
      {note && <span className={css('note')}>{note}</span>}
    </>
  );
}
