/**
 * Reads the rows of an export as lines, in batches, so that memory does not grow with the company. Names are those of
 * the provider API. Customers, invoices and payments have all of its fields, and the columns that it does not show.
 */

import { providerCustomerSchema } from '@quittance/contract/customers/provider-schemas';
import type { ExportKind, ExportQuery } from '@quittance/contract/exchange/export-schemas';
import {
  hiddenColumns,
  hiddenObjects,
  maySee,
  type RecordReader,
  seesContacts,
} from '@quittance/contract/http/record-rights';
import type { CompanyId } from '@quittance/contract/ids';
import { customerIdSchema, invoiceIdSchema } from '@quittance/contract/ids';
import { providerPaymentSchema } from '@quittance/contract/invoices/payment-provider-schemas';
import { providerInvoiceSchema } from '@quittance/contract/invoices/provider-schemas';
import { and, type Column, getTableColumns, gte, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { findCustomerRows } from '../../customers/customer-records.ts';
import { showCustomers } from '../../customers/show-customers.ts';
import { findInvoices } from '../../invoices/show-invoice.ts';
import { csvCell } from '../../kernel/csv.ts';
import { AppError } from '../../kernel/errors.ts';
import { showPayments } from '../../payments/show-payment.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isAnyId, matching, toColumn } from '../../platform/database/keys.ts';
import { findMetadata } from '../../platform/database/metadata.ts';
import { maskContacts } from '../../platform/http/mask-contacts.ts';
import { providerEvents } from '../../schema/events.ts';
import { attempts } from '../../schema/payments.ts';
import { EXPORTS, type ExportTable, LEFT_OUT, type Part } from './export-tables.ts';

const BATCH = 500;
/** Postgres functions accept at most 100 arguments, which is 50 pairs. */
const PAIRS_MAX = 50;

const literal = (text: string) => sql.raw(`'${text}'`);

/** Amounts have no unit in their names: the API counts cents everywhere. */
const toName = (column: string) => column.replace(/Cents$/, '');

const INSTANT = 'timestamp with time zone';

/** As in the API: 2026-11-15T15:00:00.000Z */
const toValue = (column: Column) =>
  column.getSQLType() === INSTANT
    ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`${column}`;

const exportedColumns = (table: PgTable, hidden: readonly string[] = []) =>
  Object.entries(getTableColumns(table)).filter(
    ([name]) => !LEFT_OUT.includes(name) && !hidden.includes(name) && name !== 'companyId',
  );

type Seen = { more?: readonly SQL[]; hidden?: readonly string[] };

function objectSql(table: PgTable, { more = [], hidden }: Seen = {}): SQL {
  const columns = exportedColumns(table, hidden).map(
    ([name, column]) => sql`${literal(toName(name))}, ${toValue(column)}`,
  );
  const pairs = [...columns, ...more];
  const objects: SQL[] = [];
  for (let from = 0; from < pairs.length; from += PAIRS_MAX) {
    objects.push(
      sql`jsonb_build_object(${sql.join(pairs.slice(from, from + PAIRS_MAX), sql`, `)})`,
    );
  }
  return sql.join(objects, sql` || `);
}

function partSql(
  { key }: ExportTable,
  companyId: CompanyId,
  { name, table: inner, of, orderBy }: Part,
): SQL {
  const isPart = sql`${toColumn(inner, 'companyId')} = ${companyId}::uuid and ${of} = ${key}`;
  return sql`${literal(name)}, (select coalesce(jsonb_agg(${objectSql(inner)} order by ${orderBy}), '[]')
    from ${inner} where ${isPart})`;
}

type Row = Readonly<Record<string, unknown>>;
type Shown = Row & { id: string };

type ApiObject = {
  names: readonly string[];
  /** Columns that the API has under another name. */
  renamed: readonly string[];
  show(tx: Tx, companyId: CompanyId, ids: readonly string[]): Promise<readonly Shown[]>;
};

const API_OBJECTS: Readonly<Partial<Record<ExportKind, ApiObject>>> = {
  customers: {
    names: Object.keys(providerCustomerSchema.shape),
    renamed: [],
    async show(tx, companyId, ids) {
      const customerIds = ids.map((id) => customerIdSchema.parse(id));
      return showCustomers(tx, await findCustomerRows(tx, { companyId, customerIds }));
    },
  },
  invoices: {
    names: Object.keys(providerInvoiceSchema.shape),
    renamed: ['dueOn', 'openedOn'],
    show: (tx, companyId, ids) =>
      findInvoices(tx, { companyId, invoiceIds: ids.map((id) => invoiceIdSchema.parse(id)) }),
  },
  payments: {
    names: Object.keys(providerPaymentSchema.shape),
    renamed: ['receivedOn'],
    async show(tx, companyId, ids) {
      const isWanted = and(matching(attempts, { companyId }), isAnyId(attempts.id, ids));
      return showPayments(tx, await tx.select().from(attempts).where(isWanted));
    },
  },
};

const hiddenFrom = ({ kind, reader }: Pick<Batch, 'kind' | 'reader'>) =>
  hiddenColumns(reader, kind);

/** The names of an exported object, in the order of the columns of a CSV file. */
function namesFor({ kind, reader }: Pick<Batch, 'kind' | 'reader'>): string[] {
  const { table, parts = [] } = EXPORTS[kind];
  const { names = [], renamed = [] } = API_OBJECTS[kind] ?? {};
  const stored = [
    ...exportedColumns(table, hiddenFrom({ kind, reader })).map(([name]) => toName(name)),
    ...parts.map(({ name }) => name),
  ];
  return [...new Set([...names, ...stored])].filter((name) => !renamed.includes(name));
}

const toCell = (value: unknown) => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return csvCell(typeof value === 'string' ? value : JSON.stringify(value));
};

const toCsv = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

type Batch = Pick<ExportQuery, 'from' | 'to'> & {
  kind: ExportKind;
  companyId: CompanyId;
  after: string | null;
  reader: RecordReader;
};

const asKey = (column: Column, value: string) => sql`${value}::${sql.raw(column.getSQLType())}`;

/** The time by which a range is chosen; null if the rows have none. */
function timeColumn(kind: ExportKind): Column | null {
  const columns = getTableColumns(EXPORTS[kind].table);
  const name = ['createdAt', 'at', 'finishedAt'].find((one) => one in columns);
  return name === undefined ? null : (columns[name] ?? null);
}

/** @throws AppError if the reader may not see the kind, or if a range is asked of rows without a time */
export function refuseExport({
  kind,
  reader,
  from,
  to,
}: Pick<Batch, 'kind' | 'reader' | 'from' | 'to'>): void {
  if (!maySee(reader, kind)) throw new AppError('ROLE_NOT_ALLOWED');
  if (timeColumn(kind) !== null || (from === undefined && to === undefined)) return;
  const field = `query.${from === undefined ? 'to' : 'from'}`;
  const message = `${kind} cannot be exported by time. Leave out \`from\` and \`to\`.`;
  throw new AppError('INVALID_REQUEST', { details: { fields: [{ field, message }] } });
}

/** Events about records that the reader may not see. */
function isSeen({ kind, reader }: Batch): SQL | undefined {
  const objects = kind === 'events' ? hiddenObjects(reader) : [];
  return objects.length > 0 ? notInArray(providerEvents.objectType, objects) : undefined;
}

async function readBatch(tx: Tx, batch: Batch) {
  const { kind, companyId, after, from, to } = batch;
  const exported = EXPORTS[kind];
  const { table, key, parts = [] } = exported;
  const more = parts.map((part) => partSql(exported, companyId, part));
  const object = objectSql(table, { more, hidden: hiddenFrom(batch) });
  const time = timeColumn(kind);
  const isWanted = and(
    sql`${table.companyId} = ${companyId}`,
    after === null ? undefined : sql`${key} > ${asKey(key, after)}`,
    time && from !== undefined ? gte(time, from) : undefined,
    time && to !== undefined ? lt(time, to) : undefined,
    isSeen(batch),
  );
  const { rows } = await tx.execute<{ key: string; line: string }>(sql`
    select ${key}::text as key, (${object})::text as line from ${table}
    where ${isWanted} order by ${key} limit ${BATCH}`);
  return rows;
}

type Line = { key: string; line: string };

async function withApiFields(
  tx: Tx,
  { companyId, object }: { companyId: CompanyId; object: ApiObject },
  rows: readonly Line[],
): Promise<Row[]> {
  const ids = rows.map(({ key }) => key);
  const shown = new Map((await object.show(tx, companyId, ids)).map((one) => [one.id, one]));
  const stored = await findMetadata(tx, companyId, ids);
  return rows.map(({ key, line }) => {
    const row: Record<string, unknown> = JSON.parse(line);
    for (const name of object.renamed) delete row[name];
    return { ...row, ...shown.get(key), metadata: stored.get(key) ?? {} };
  });
}

type Reading = Omit<Batch, 'after'> & Partial<Pick<ExportQuery, 'format'>>;

async function toLines(tx: Tx, reading: Reading, rows: readonly Line[]) {
  const { kind, companyId, format, reader } = reading;
  const object = API_OBJECTS[kind];
  const isCsv = format === 'csv';
  const isMasked = !seesContacts(reader) && kind !== 'settings';
  if (!object && !isCsv && !isMasked) return rows.map(({ line }) => `${line}\n`);
  const found: Row[] = object
    ? await withApiFields(tx, { companyId, object }, rows)
    : rows.map(({ line }) => JSON.parse(line));
  // Safe because masking changes only texts within a row.
  const objects = isMasked ? (found.map(maskContacts) as Row[]) : found;
  if (!isCsv) return objects.map((row) => `${JSON.stringify(row)}\n`);
  const names = namesFor(reading);
  return objects.map((row) => toCsv(names.map((name) => toCell(row[name]))));
}

/** In a snapshot transaction, all rows are from the moment the transaction began. */
export async function* readLines(tx: Tx, reading: Reading): AsyncGenerator<string> {
  if (reading.format === 'csv') yield toCsv(namesFor(reading));
  let after: string | null = null;
  for (;;) {
    const rows: Line[] = await readBatch(tx, { ...reading, after });
    if (rows.length > 0) yield (await toLines(tx, reading, rows)).join('');
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.key ?? null;
  }
}
