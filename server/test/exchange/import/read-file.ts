/** Reads a small file in this process and returns its rows, refusals and findings. */
import { isoDate } from '@quittance/contract/dates';
import { type ReadOrder, readBatches } from '../../../src/exchange/import/read-batches.ts';
import { findFormat } from '../../../src/exchange/import/source-text.ts';

const ORDER: Omit<ReadOrder, 'source'> = {
  kind: 'invoices',
  format: 'csv',
  encoding: 'auto',
  delimiter: 'auto',
  decimal: 'auto',
  sheet: undefined,
  map: [],
  dateFormat: 'auto',
  today: isoDate('2026-11-18'),
  rowsMax: 100,
};

type InvoiceRow = {
  accountRef: string;
  customerRef: string;
  productName: string;
  totalCents: number;
  dueOn: string;
};

export async function read(source: Uint8Array, order: Partial<ReadOrder> = {}) {
  const format = await findFormat(source, order.format ?? 'csv');
  const found = [];
  for await (const batch of readBatches({ ...ORDER, ...order, format, source })) found.push(batch);
  const [batch] = found;
  if (!batch || 'refusal' in batch)
    return {
      refusal: batch?.refusal.message,
      file: batch?.refusal.details.file,
      question: batch?.refusal.details.question,
      suggested: batch?.refusal.details.columns?.flatMap(
        ({ suggestedField: field }) => field ?? [],
      ),
    };
  const rows: InvoiceRow[] = JSON.parse(batch.rows);
  const { refused, warnings, file, columns } = batch;
  return { rows, refused, warnings, file, columns };
}

export const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

/** Columns of invoices, all of which are required. */
export const NAMES = 'accountRef,customerRef,productName,total,dueDate';
