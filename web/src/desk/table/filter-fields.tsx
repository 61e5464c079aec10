// The filters of a list, as fields. Each writes its value into the address in the server's format.

import { addDays, instant } from '@quittance/contract/dates';
import { dateIn } from '@quittance/contract/local-time';
import { cents } from '@quittance/contract/money';
import { useState } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { parseAmount, parseDate, startOfDay, toDecimal, useMoments } from '../format.ts';
import { tableTexts } from '../texts/table.ts';
import styles from './filter-fields.module.css';
import type { ListQuery } from './use-list-query.ts';

const css = bindClasses(styles);

export type FilterField = { name: string; label: string } & (
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
  | { kind: 'date' | 'amount' | 'text' }
  /**
   * A day in the company's time zone. The server gets the first instant of that day or, for 'until', of the next
   * day.
   */
  | { kind: 'from' | 'until' }
  /** A value of the metadata under this key. */
  | { kind: 'pair'; key: string }
);

type FilterFieldsProps = { fields: readonly FilterField[]; query: ListQuery };

export function FilterFields({ fields, query }: FilterFieldsProps) {
  const clear = (): void => {
    const kept = Object.entries(query.filters).filter(
      ([name]) => !fields.some((field) => field.name === name),
    );
    query.setAll(Object.fromEntries(kept));
  };
  return (
    <div className={css('fields')}>
      {fields.map((field) => (
        <div key={field.name} className={css('field')}>
          <OneField
            // An external value, such as a chosen view, replaces the typed text.
            key={query.filters[field.name] ?? ''}
            field={field}
            value={query.filters[field.name] ?? ''}
            onChange={(value) => query.set(field.name, value)}
          />
        </div>
      ))}
      <Button variant="quiet" onClick={clear}>
        {tableTexts.clear}
      </Button>
    </div>
  );
}

type OneFieldProps = { field: FilterField; value: string; onChange: (value: string) => void };

function OneField({ field, value, onChange }: OneFieldProps) {
  if (field.kind === 'choice')
    return (
      <Select
        label={field.label}
        options={[{ value: '', label: tableTexts.any }, ...field.options]}
        value={value}
        onValueChange={onChange}
      />
    );
  return <TypedField field={field} value={value} onChange={onChange} />;
}

/** Applied when the field is left or Enter is pressed, because a partly typed amount is not a valid value. */
function TypedField({ field, value, onChange }: OneFieldProps) {
  const { zone } = useMoments();
  const [text, setText] = useState(() => formatFilterValue(field, value, zone));
  const isDay = field.kind === 'date' || field.kind === 'from' || field.kind === 'until';
  const take = (typed: string): void => {
    const next = queryValue(field, typed, zone);
    if (next !== null && next !== value) onChange(next);
  };
  return (
    <Input
      label={field.label}
      type={isDay ? 'date' : 'text'}
      inputMode={field.kind === 'amount' ? 'decimal' : undefined}
      lead={field.kind === 'amount' ? '$' : undefined}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        if (isDay) take(currentTarget.value);
      }}
      onBlur={() => take(text)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take(text);
      }}
    />
  );
}

const NUMBER = /^\d+$/;

function formatFilterValue(field: FilterField, value: string, zone: string): string {
  const { kind } = field;
  if (value === '') return '';
  if (kind === 'pair') return value.slice(field.key.length + 1);
  if (kind === 'amount') return NUMBER.test(value) ? toDecimal(cents(Number(value))) : '';
  if (kind !== 'from' && kind !== 'until') return value;
  const day = parseDate(value.slice(0, 10)) && dateIn(zone, instant(value));
  if (!day) return '';
  return kind === 'from' ? day : addDays(day, -1);
}

function queryValue(field: FilterField, text: string, zone: string): string | null {
  const { kind } = field;
  if (text.trim() === '' || kind === 'text') return text.trim();
  if (kind === 'pair') return `${field.key}=${text.trim()}`;
  if (kind === 'amount') return parseAmount(text)?.toString() ?? null;
  const day = parseDate(text);
  if (!day || kind === 'date') return day;
  return startOfDay(kind === 'from' ? day : addDays(day, 1), zone);
}
