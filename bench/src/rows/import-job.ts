/**
 * Importing invoices by a job of the API: the rate, the memory of the server and its children, public reads during the
 * import, and what a job that is canceled in the middle leaves.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Bench } from '../bench.ts';
import { type MeasuredRow, type Measurement, measured, type Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import { addCompany } from '../seed/add-company.ts';
import { type ImportFiles, type Sizes, writeImportFiles } from '../seed/import-files.ts';
import { type JobResult, runImportJob } from '../system/import-job.ts';
import { findCpuMs } from '../system/process-memory.ts';
import { reader, SIZES } from './import.ts';

const ROWS = {
  rate: {
    name: 'job-import',
    label: 'import of invoices by a job of the API',
    bounds: [{ kind: 'rate', min: 3200 }],
    isOnDemand: true,
  },
  memory: {
    name: 'job-import/memory',
    label: 'memory of the server or a child of it, the largest',
    bounds: [{ kind: 'value', max: 300 }],
    isOnDemand: true,
  },
  reads: {
    name: 'job-import/reads',
    label: 'an invoice by its link during the job, beside the time before it',
    bounds: [{ kind: 'ratio', min: 0.5 }],
    isOnDemand: true,
  },
  canceled: {
    name: 'job-import/canceled',
    label: 'rows of a job canceled in the middle, whole',
    bounds: [],
    isOnDemand: true,
  },
} as const satisfies Record<string, Row>;

async function newCompany(bench: Bench, files: ImportFiles) {
  const company = await addCompany(bench, { name: `job-${randomUUID().slice(0, 8)}` });
  await runImportJob(bench, { company, kind: 'customers', path: files.customers });
  return company;
}

/** Microseconds of CPU per row: on a busy machine they say more than the rate. */
async function readCpu({ pool, portal }: Bench) {
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  const stat = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8').catch(() => '');
  const postmaster = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  const [server, postgres] = [await findCpuMs(portal.pid), await findCpuMs(postmaster)];
  return [server.own, server.children, postgres.own + postgres.children] as const;
}

type Reads = Awaited<ReturnType<Awaited<ReturnType<typeof reader>>>>;

/** Reads are measured once, in the middle: most of a large import runs without them. */
async function measureJob(bench: Bench, files: ImportFiles, { invoices }: Sizes) {
  const company = await newCompany(bench, files);
  const read = await reader(bench);
  bench.progress('job-import: reads before it');
  const before = await read();
  bench.progress('job-import');
  let reading: Promise<Reads> | null = null;
  const cpuBefore = await readCpu(bench);
  const result = await runImportJob(bench, {
    company,
    kind: 'invoices',
    path: files.invoices,
    onProgress({ added }) {
      if (added > invoices / 2) reading ??= read();
    },
  });
  const during = await (reading ?? read());
  const cpuAfter = await readCpu(bench);
  const [server, child, postgres] = cpuAfter.map((ms, part) =>
    Math.round(((ms - (cpuBefore[part] ?? 0)) * 1000) / invoices),
  );
  const cpu = `CPU per row, reads included: server ${server}, child ${child}, Postgres ${postgres} µs`;
  bench.progress(`job-import: ${cpu}`);
  return { result, before, during, cpu };
}

const WHOLE = `select count(*)::int as invoices, count(q.id)::int as requests, count(e.id)::int as events,
    count(a.id)::int as audited
  from invoices i
  left join requests q on q.company_id = i.company_id and q.invoice_id = i.id
  left join provider_events e on e.company_id = i.company_id and e.object_id = i.id
  left join audit a on a.company_id = i.company_id and a.subject = 'invoice:' || i.id
  where i.company_id = $1`;

/** Every row is either written with all that belongs to it, or reported as left out. */
async function measureCanceled(bench: Bench): Promise<Measurement> {
  const files = await writeImportFiles(bench.folder, SIZES.usual);
  const company = await newCompany(bench, files);
  bench.progress('job-import: canceled in the middle');
  let isCanceled = false;
  const { job } = await runImportJob(bench, {
    company,
    kind: 'invoices',
    path: files.invoices,
    async onProgress({ added }, cancel) {
      if (isCanceled || added < SIZES.usual.invoices / 4) return;
      isCanceled = true;
      await cancel();
    },
  });
  const { rows } = await bench.pool.query(WHOLE, [company.companyId]);
  const { invoices, requests, events, audited } = rows[0];
  const counts = [job.added, requests, events, audited];
  const isWhole = isCanceled && counts.every((count) => count === invoices);
  const failed = { errors: 1, firstError: `${invoices} invoices, but ${counts.join(', ')}` };
  return measured('rows', invoices, isWhole ? {} : failed);
}

function toRate({ job, seconds }: JobResult, invoices: number, cpu: string): Measurement {
  const failed = { errors: 1, firstError: `${job.added} added, ${job.refused} refused` };
  const notes = [`${job.added} added in ${seconds.toFixed(0)} s`, cpu];
  return measured('rows/s', job.added / seconds, {
    notes,
    ...(job.added === invoices ? {} : failed),
  });
}

async function measureAll(bench: Bench): Promise<Record<keyof typeof ROWS, Measurement>> {
  const sizes = bench.options.isFull ? SIZES.full : SIZES.usual;
  bench.progress(`job-import: writing files of ${sizes.invoices} invoices`);
  const files = await writeImportFiles(bench.folder, sizes);
  const { result, before, during, cpu } = await measureJob(bench, files, sizes);
  const { largestMb, sumMb } = result.memory;
  const notes = [`server and children together ${sumMb.toFixed(0)} MB`];
  const { errors, firstError } = during;
  const reads = { bare: before.count / before.seconds, errors, firstError };
  return {
    rate: toRate(result, sizes.invoices, cpu),
    memory: measured('MB', largestMb, { notes }),
    reads: measured('req/s', during.count / during.seconds, reads),
    canceled: await measureCanceled(bench),
  };
}

export const IMPORT_JOB_ROWS: RowGroup = {
  rows: Object.values(ROWS),
  async measure(bench, selected) {
    const all = await measureAll(bench);
    const measuredRows: MeasuredRow[] = [
      { row: ROWS.rate, measurement: all.rate },
      { row: ROWS.memory, measurement: all.memory },
      { row: ROWS.reads, measurement: all.reads },
      { row: ROWS.canceled, measurement: all.canceled },
    ];
    return measuredRows.filter(({ row }) => selected.includes(row));
  },
};
