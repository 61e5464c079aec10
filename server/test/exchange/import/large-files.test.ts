import { isoDate } from '@quittance/contract/dates';
import { expect, it } from 'vitest';
import { isFullRun } from '../../../../domain/test/full-run.ts';
import { readBatches } from '../../../src/exchange/import/read-batches.ts';

const ROWS = 1_000_000;
const NAMES = 'accountRef,customerRef,productName,total,dueDate';
const ROW = 'I-1,C-1,"Crown, tooth 4",1234.56,2026-12-01\n';

async function read(rowsMax: number) {
  const refusals: string[] = [];
  const result = { count: 0, refused: 0, refusals };
  for await (const batch of readBatches({
    kind: 'invoices',
    source: Buffer.from(`${NAMES}\n${ROW.repeat(ROWS)}`),
    format: 'csv',
    encoding: 'auto',
    delimiter: 'auto',
    decimal: 'auto',
    sheet: undefined,
    map: [],
    dateFormat: 'YYYY-MM-DD',
    today: isoDate('2026-11-18'),
    rowsMax,
  })) {
    if ('refusal' in batch) {
      refusals.push(batch.refusal.message);
      continue;
    }
    result.count += batch.count;
    result.refused += batch.refused.length;
  }
  return result;
}

it.runIf(isFullRun)(
  'a file of a million rows is read to its end',
  { timeout: 300_000 },
  async () => {
    expect(await read(ROWS)).toEqual({ count: ROWS, refused: 0, refusals: [] });
    expect((await read(ROWS - 1)).refusals).toEqual(['has more than 999999 rows']);
  },
);
