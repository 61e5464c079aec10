/**
 * Importing invoices compared with a bare COPY: the rate, the memory, public reads during the import, and a
 * repeated import of the same file.
 */
import { randomUUID } from 'node:crypto';
import { pathTo } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { Bench } from '../bench.ts';
import { type MeasuredRow, type Measurement, measured, type Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import { measureBareCopy } from '../programs/bare/bare-copy.ts';
import { addCompany } from '../seed/add-company.ts';
import { writeImportFiles } from '../seed/import-files.ts';
import { addPublicInvoice } from '../seed/public-invoice.ts';
import { type ImportResult, runImport } from '../system/importer.ts';
import { sleep } from '../system/portal.ts';
import { findRssMb } from '../system/process-memory.ts';

export const SIZES = {
  usual: { customers: 2000, invoices: 40_000 },
  full: { customers: 50_000, invoices: 1_000_000 },
} as const;
const CLIENTS = 16;
const WARM_UP_MS = 1000;
const POLL_MS = 100;

const ROWS = {
  rate: {
    name: 'import',
    label: 'import of invoices, beside a COPY',
    bounds: [{ kind: 'rate', min: 5000 }],
  },
  memory: {
    name: 'import/memory',
    label: 'memory of importer and server, the greater one',
    bounds: [{ kind: 'value', max: 300 }],
  },
  reads: {
    name: 'import/reads',
    label: 'an invoice by its link during an import, beside the time before it',
    bounds: [{ kind: 'ratio', min: 0.5 }],
  },
  repeat: { name: 'import/repeat', label: 'the same file again', bounds: [] },
} as const satisfies Record<string, Row>;

export async function reader(bench: Bench) {
  const { company, token } = await addPublicInvoice(bench);
  const path = pathTo(ROUTES.publicInvoice.path, { company: company.domain, id: token });
  return () =>
    bench.load.run({
      origin: bench.portal.url,
      connections: CLIENTS,
      warmUpMs: WARM_UP_MS,
      measureMs: bench.options.seconds * 1000,
      requests: [{ method: 'GET', path }],
      isOnce: false,
    });
}

async function untilWritten({ pool }: Bench, companyId: string): Promise<void> {
  for (;;) {
    const found = await pool.query('select from invoices where company_id = $1 limit 1', [
      companyId,
    ]);
    if (found.rowCount) return;
    await sleep(POLL_MS);
  }
}

const computeRate = ({ added, unchanged, seconds }: ImportResult) => (added + unchanged) / seconds;

function toErrors(results: readonly { errors: number; firstError: string | null }[]) {
  return {
    errors: results.reduce((sum, { errors }) => sum + errors, 0),
    firstError: results.find(({ firstError }) => firstError !== null)?.firstError ?? null,
  };
}

/**
 * Reads are measured before the import and after its first rows are written. Most of a large import runs without
 * reads.
 */
async function measureAll(bench: Bench): Promise<Record<keyof typeof ROWS, Measurement>> {
  const { customers, invoices } = bench.options.isFull ? SIZES.full : SIZES.usual;
  const domain = `import-${randomUUID().slice(0, 8)}`;
  const { companyId } = await addCompany(bench, { name: domain });
  bench.progress(`import: writing files of ${customers} customers and ${invoices} invoices`);
  const files = await writeImportFiles(bench.folder, { customers, invoices });
  await runImport(bench, { domain, kind: 'customers', path: files.customers });
  const read = await reader(bench);
  bench.progress('import: reads before it');
  const before = await read();
  bench.progress('import');
  const order = { domain, kind: 'invoices', path: files.invoices } as const;
  const importing = runImport(bench, order);
  await Promise.race([untilWritten(bench, companyId), importing]);
  const during = await read();
  const serverMb = (await findRssMb(bench.portal.pid)) ?? 0;
  const imported = await importing;
  bench.progress('import: the same file again');
  const repeated = await runImport(bench, order);
  bench.progress('import: a bare COPY of the same rows');
  const { databaseUrl } = bench.portalSettings;
  const bareRate = await measureBareCopy(databaseUrl, { companyId, rows: invoices });
  const notes = [
    `${imported.added} added in ${imported.seconds.toFixed(0)} s, reads during ${during.seconds.toFixed(0)} s`,
    `importer ${imported.rssMb.toFixed(0)} MB, server ${serverMb.toFixed(0)} MB`,
  ];
  const wrong = {
    errors: 1,
    firstError: `${imported.added} added, ${repeated.unchanged} unchanged`,
  };
  const isWhole = imported.added === invoices && repeated.unchanged === invoices;
  const failed = isWhole ? {} : wrong;
  const rate = { bare: bareRate, rssMb: serverMb, notes, ...failed };
  const reads = { bare: before.count / before.seconds, ...toErrors([before, during]) };
  return {
    rate: measured('rows/s', computeRate(imported), rate),
    memory: measured('MB', Math.max(imported.rssMb, repeated.rssMb, serverMb), { notes }),
    reads: measured('req/s', during.count / during.seconds, reads),
    repeat: measured('rows/s', computeRate(repeated), failed),
  };
}

export const IMPORT_ROWS: RowGroup = {
  rows: Object.values(ROWS),
  async measure(bench, selected) {
    const all = await measureAll(bench);
    const measuredRows: MeasuredRow[] = [
      { row: ROWS.rate, measurement: all.rate },
      { row: ROWS.memory, measurement: all.memory },
      { row: ROWS.reads, measurement: all.reads },
      { row: ROWS.repeat, measurement: all.repeat },
    ];
    return measuredRows.filter(({ row }) => selected.includes(row));
  },
};
