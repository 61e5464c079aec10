// A keyed collection that writes every change to the journal and starts from the journal's contents. Restored
// values are validated against the schema.
import type { z } from 'zod';
import type { Journal } from './journal.ts';

export type Table<Row> = {
  get(key: string): Row | undefined;
  put(row: Row): Row;
  all(): Row[];
  clear(): void;
};

export function tableOpener(journal: Journal, processor: string) {
  return <Key extends string, Row extends Record<Key, string>>(
    name: string,
    schema: z.ZodType<Row>,
    key: Key,
  ) => openTable(journal, `${processor}.${name}`, { schema, key: (row: Row) => row[key] });
}

type TableOptions<Row> = { schema: z.ZodType<Row>; key: (row: Row) => string };

export function openTable<Row>(
  journal: Journal,
  kind: string,
  { schema, key }: TableOptions<Row>,
): Table<Row> {
  const restored = journal.restored(kind).map((value) => schema.parse(value));
  const rows = new Map(restored.map((row) => [key(row), row]));
  return {
    get: (rowKey) => rows.get(rowKey),
    put(row) {
      rows.set(key(row), row);
      journal.append(kind, key(row), row);
      return row;
    },
    all: () => [...rows.values()],
    clear() {
      rows.clear();
      journal.clear(kind);
    },
  };
}
