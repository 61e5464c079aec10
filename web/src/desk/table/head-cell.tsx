// The header of a column; of one that can be sorted, a button.

import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { tableTexts } from '../texts/table.ts';
import { descending, type RecordColumn } from './record-columns.ts';
import styles from './record-table.module.css';

const css = bindClasses(styles);

type HeadCellProps<Row> = {
  column: RecordColumn<Row>;
  /** On a phone the columns have the widths of their texts. */
  isSized: boolean;
  sort: { value: string; onChange: (value: string) => void } | undefined;
};

export function HeadCell<Row>({ column, isSized, sort }: HeadCellProps<Row>) {
  const { header, align = 'start', width, sort: name } = column;
  const isUp = name !== undefined && sort?.value === name;
  const isDown = name !== undefined && sort?.value === descending(name);
  const order = isUp ? 'ascending' : isDown ? 'descending' : 'none';
  if (name === undefined || !sort)
    return (
      <th
        scope="col"
        className={css('header', align)}
        style={{ width: isSized ? width : undefined }}
      >
        {header}
      </th>
    );
  return (
    <th
      scope="col"
      className={css('header', align)}
      style={{ width: isSized ? width : undefined }}
      aria-sort={order}
    >
      <button
        type="button"
        className={css('sorter')}
        onClick={() => sort.onChange(isDown ? name : isUp ? descending(name) : name)}
      >
        {header}
        <span className={css('order', !isUp && !isDown && 'none')} aria-hidden="true">
          {isDown ? tableTexts.down : tableTexts.up}
        </span>
      </button>
    </th>
  );
}
