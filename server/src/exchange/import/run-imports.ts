/**
 * Runs imports under a lease. Each batch of rows also updates the counts of its import, provided that the lease is
 * still held and the import was not canceled: a batch is written whole or not at all, and never by two processes.
 * After a crash the file is compared again, so rows that were written are found unchanged.
 */
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatChanged } from '@quittance/contract/exchange/import-columns';
import { IMPORT_JOB_ROWS_MAX } from '@quittance/contract/exchange/import-job-schemas';
import type { ImportReport } from '@quittance/contract/exchange/import-schemas';
import { invariant } from '@quittance/domain/invariant';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { findToday } from '../../invoices/issue-invoice.ts';
import { addMs, repeatEvery } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { recordAction } from '../../platform/audit/recorded-action.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { findRow, firstRow, RETURNING_ANY } from '../../platform/database/rows.ts';
import { toFinding } from '../../platform/files/scan-file.ts';
import { isAnyErasedSince } from '../../platform/http/find-owner.ts';
import {
  claimOne,
  isLastTry,
  type Lease,
  release,
  renew,
  retryAt,
} from '../../platform/queue/queue.ts';
import { importParts, importRows, imports } from '../../schema/imports.ts';
import { toSource } from './find-fields.ts';
import { importFile, toRefusedReport } from './import-file.ts';
import {
  deleteParts,
  deleteRows,
  FILE_MS,
  findRemembered,
  type ImportRow,
  importQueue,
  rememberReading,
  toScope,
} from './import-jobs.ts';
import type { Written } from './import-rows.ts';
import { type BatchResult, type Change, FileRefused } from './rows.ts';
import { unwrittenLines } from './staged-rows.ts';

type ImportLease = Lease<typeof imports>;

/** The import was canceled, another process has it, or this process stops. */
class ImportEnded extends Error {
  override readonly name = 'ImportEnded';
}

/** One writer would leave a database core idle; more than two would take cores from payers. */
const WRITERS = 2;
const HEARTBEAT_MS = 3000;

/** A file that another run of the same import left behind is deleted first. */
async function withFile<Result>(
  { database }: Deps,
  { companyId, id: importId }: ImportRow,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(tmpdir(), `quittance-import-${importId}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    const path = join(folder, 'file');
    const file = await open(path, 'wx', 0o600);
    try {
      for (let last = 0; ; ) {
        const isNext = and(
          matching(importParts, { companyId, importId }),
          gt(importParts.position, last),
        );
        const part = await database.inCompany(toScope(companyId), (tx) =>
          firstRow(
            tx.select().from(importParts).where(isNext).orderBy(asc(importParts.position)).limit(1),
          ),
        );
        if (!part) break;
        await file.appendFile(part.content);
        last = part.position;
      }
    } finally {
      await file.close();
    }
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type ReportedRow = { line: number; result: 'REFUSED' | 'CHANGED'; details: string };

const describe = ({ ref, fields }: Change) =>
  `${ref}: ${Object.entries(fields)
    .map(([name, values]) => {
      const [before = '', after = ''] = values.map((value) => formatChanged(name, value));
      return `${name} “${before}” → “${after}”`;
    })
    .join(', ')}`;

async function insertReported(
  tx: Tx,
  { companyId, id }: ImportRow,
  { changed, refused }: BatchResult,
): Promise<void> {
  const rows: ReportedRow[] = [
    ...refused.map(({ line, message }) => ({ line, result: 'REFUSED', details: message }) as const),
    ...changed.map(
      (one) => ({ line: one.line, result: 'CHANGED', details: describe(one) }) as const,
    ),
  ];
  if (rows.length === 0) return;
  await tx.execute(sql`insert into ${importRows} (company_id, import_id, line, result, details)
    select ${companyId}::uuid, ${id}::uuid, line, result, details
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (line int, result text, details text)
    on conflict do nothing ${RETURNING_ANY}`);
}

/** The row is locked last and only until the commit, because all writers of an import count in it. */
async function countBatch(
  tx: Tx,
  { row: { companyId, id }, owner }: ImportLease,
  { added, changed, unchanged, refused }: BatchResult,
): Promise<void> {
  const counted = await tx
    .update(imports)
    .set({
      added: sql`${imports.added} + ${added}`,
      changed: sql`${imports.changed} + ${changed.length}`,
      unchanged: sql`${imports.unchanged} + ${unchanged}`,
      refused: sql`${imports.refused} + ${refused.length}`,
    })
    .where(and(matching(imports, { companyId, id, state: 'RUNNING' }), eq(imports.leasedBy, owner)))
    .returning({ id: imports.id });
  if (counted.length === 0) throw new ImportEnded('The import was canceled or taken over.');
}

/** Rows that an earlier run of this import has written are now unchanged; they are counted already. */
function withoutEarlier({ added, changed }: ImportRow) {
  let earlier = added + changed;
  return (result: BatchResult): BatchResult => {
    const counted = Math.min(earlier, result.unchanged);
    earlier -= counted;
    return { ...result, unchanged: result.unchanged - counted };
  };
}

async function reportUnwritten(
  { database }: Deps,
  writer: Session,
  { row: { companyId, id }, written }: { row: ImportRow; written: Written },
): Promise<void> {
  const found = await database.inCompany(toScope(companyId), (tx) =>
    findRow(tx, imports, { companyId, id }),
  );
  if (found?.state !== 'CANCELED') return;
  await writer.inTransaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`insert into ${importRows}
        (company_id, import_id, line, result, details)
      select ${companyId}::uuid, ${id}::uuid, line, 'NOT_WRITTEN', 'The import was canceled.'
      from (${unwrittenLines(written)}) unwritten on conflict do nothing ${RETURNING_ANY}`);
    await tx
      .update(imports)
      .set({ notWritten: sql`${imports.notWritten} + ${rowCount ?? 0}` })
      .where(matching(imports, { companyId, id }));
  });
}

type RunningImport = { lease: ImportLease; isStopping: () => boolean };

async function importUploaded(
  deps: Deps,
  { lease, isStopping }: RunningImport,
  progress: { rowsRead: number; isEnded: boolean },
): Promise<ImportReport> {
  const { row } = lease;
  const { companyId, kind, reading, isDryRun, bytes } = row;
  invariant(reading, 'an import that runs has its reading');
  const { today, remembered } = await deps.database.inCompany(toScope(companyId), async (tx) => ({
    today: await findToday(tx, deps, { companyId, name: row.actor }),
    remembered: await findRemembered(tx, row),
  }));
  const recount = withoutEarlier(row);
  const endEarly = () => {
    if (progress.isEnded || isStopping()) throw new ImportEnded('The process stops.');
  };
  return withFile(deps, row, async (source) => {
    const found = await deps.scan?.(createReadStream(source));
    if (found) throw new FileRefused('file', toFinding(found));
    return importFile(deps, {
      actor: { companyId, name: row.actor },
      kind,
      ...reading,
      sheet: reading.sheet,
      source,
      bytes,
      today,
      remembered,
      isDryRun,
      writers: WRITERS,
      rowsMax: IMPORT_JOB_ROWS_MAX,
      async record(tx, result) {
        endEarly();
        await insertReported(tx, row, result);
        await countBatch(tx, lease, recount(result));
      },
      onEarlyEnd: (writer, written) => reportUnwritten(deps, writer, { row, written }),
      onRead(rows) {
        endEarly();
        progress.rowsRead = rows;
      },
    });
  });
}

function refusedReport(row: ImportRow, error: FileRefused): ImportReport {
  return {
    isDryRun: row.isDryRun,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    ...toRefusedReport(error, { format: row.reading?.format ?? 'csv' }),
    sample: [],
    warned: 0,
    warnings: [],
    ignoredColumns: [],
    changes: [],
    errors: [],
  };
}

type End = { state: 'CHECKED' | 'DONE' | 'FAILED'; report: ImportReport; rowsRead: number };

/** The counts of the report are those of all runs. */
async function finishRun(deps: Deps, lease: ImportLease, end: End): Promise<void> {
  const { companyId, id, actor } = lease.row;
  const { state, report, rowsRead } = end;
  const isDone = state === 'DONE';
  const finishedAt = deps.clock.now();
  await deps.database.inCompany(toScope(companyId), async (tx) => {
    const row = await findRow(tx, imports, { companyId, id });
    if (!row) return;
    const { added, changed, unchanged, refused } = row;
    const counts = { added, changed, unchanged, refused };
    const isOvertaken = await isAnyErasedSince(tx, companyId, row.startedAt ?? finishedAt);
    const told = isOvertaken ? { ...report, sample: [], warnings: [], changes: [] } : report;
    const isHeld = await release(tx, lease, {
      at: isDone ? null : addMs(finishedAt, FILE_MS),
      change: { state, rowsRead, report: { ...told, ...counts }, finishedAt },
    });
    if (!isHeld || !isDone) return;
    await deleteParts(tx, row);
    await rememberReading(tx, row, toSource(report.columns.map(({ name }) => name)));
    await recordAction(tx, deps, {
      actor: { companyId, name: actor },
      action: 'import.completed',
      subject: `import:${id}`,
      detail: counts,
    });
  });
}

const OUR_FAULT =
  'The import stopped because of an error on the server. Rows that were written stay. Start it again to continue.';

/** A process that stops leaves the import to another one, and this try does not count. */
async function handOver(deps: Deps, lease: ImportLease): Promise<void> {
  const { tries } = lease.row;
  const at = deps.clock.now();
  await deps.database.writeAlone((tx) => release(tx, lease, { at, change: { tries: tries - 1 } }));
}

async function retryLater(deps: Deps, lease: ImportLease, error: unknown): Promise<void> {
  const { companyId, id: importId } = lease.row;
  const isGivenUp = isLastTry(lease);
  deps.log.error(
    { event: 'import.failed', companyId, importId, isGivenUp, err: error },
    'an import failed',
  );
  if (isGivenUp) {
    const report = refusedReport(lease.row, new FileRefused('file', OUR_FAULT));
    await finishRun(deps, lease, { state: 'FAILED', report, rowsRead: lease.row.rowsRead });
    return;
  }
  await deps.database.writeAlone((tx) => release(tx, lease, { at: retryAt(deps, lease) }));
}

async function run(deps: Deps, running: RunningImport): Promise<void> {
  const { clock, database } = deps;
  const { row } = running.lease;
  let { lease } = running;
  const progress = { rowsRead: 0, isEnded: false };
  const beat = async () => {
    const { rowsRead } = progress;
    const renewed = await database.writeAlone((tx) => renew(tx, { clock, lease }, { rowsRead }));
    if (renewed) lease = renewed;
    else progress.isEnded = true;
  };
  const beating = repeatEvery(HEARTBEAT_MS, () => void beat().catch(() => undefined));
  try {
    const report = await importUploaded(deps, running, progress);
    const done = row.isDryRun ? 'CHECKED' : 'DONE';
    const state = report.problem === null ? done : 'FAILED';
    await finishRun(deps, lease, { state, report, rowsRead: progress.rowsRead });
  } catch (error) {
    if (error instanceof ImportEnded) await handOver(deps, lease);
    else if (error instanceof FileRefused) {
      const report = refusedReport(row, error);
      await finishRun(deps, lease, { state: 'FAILED', report, rowsRead: progress.rowsRead });
    } else await retryLater(deps, lease, error);
  } finally {
    beating.stop();
  }
}

/** Refused and unchanged rows are found again; written ones stay counted. */
async function begin(deps: Deps, claimed: ImportLease): Promise<ImportLease | null> {
  const { companyId } = claimed.row;
  const again = { state: 'RUNNING', unchanged: 0, refused: 0, rowsRead: 0 } as const;
  return deps.database.inCompany(toScope(companyId), async (tx) => {
    const lease = await renew(tx, { clock: deps.clock, lease: claimed }, again);
    if (lease) await deleteRows(tx, lease.row, { result: 'REFUSED' });
    return lease;
  });
}

/** The import was not started for a day. */
async function deleteFile(deps: Deps, lease: ImportLease): Promise<void> {
  const { companyId, state } = lease.row;
  const kept = state === 'FAILED' ? state : 'CANCELED';
  await deps.database.inCompany(toScope(companyId), async (tx) => {
    if (await release(tx, lease, { at: null, change: { state: kept } })) {
      await deleteParts(tx, lease.row);
    }
  });
}

export async function runImports(deps: Deps, isStopping: () => boolean = () => false) {
  const claimNext = () =>
    deps.database.writeAlone((tx) => claimOne(tx, deps, { queue: importQueue }));
  for (let claimed = await claimNext(); claimed; claimed = await claimNext()) {
    const isWanted = claimed.row.state === 'QUEUED' || claimed.row.state === 'RUNNING';
    if (!isWanted) {
      await deleteFile(deps, claimed);
      continue;
    }
    const lease = await begin(deps, claimed);
    if (lease) await run(deps, { lease, isStopping });
    if (isStopping()) return;
  }
}
