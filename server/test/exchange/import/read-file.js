/** Reads a small file in this process and returns its rows, refusals and findings. */
import { isoDate } from '@quittance/contract/dates';
import { readBatches } from '../../../src/exchange/import/read-batches.js';
import { findFormat } from '../../../src/exchange/import/source-text.js';

const ORDER = {
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
export async function read(source, order = {}) {
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
  const rows = JSON.parse(batch.rows);
  return { rows, refused: batch.refused, file: batch.file, columns: batch.columns };
}
export const bytes = (text, encoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));
/** Columns of invoices, all of which are required. */
export const NAMES = 'accountRef,customerRef,productName,total,dueDate';
//# sourceMappingURL=read-file.js.map
