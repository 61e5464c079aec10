import type {
  ImportFile,
  ImportKindName,
  ImportReport,
} from '@quittance/contract/exchange/import-schemas';
import type { Deps } from '../../kernel/deps.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import { type ChildLimits, ChildStopped, runInChild } from '../../platform/process/run-in-child.ts';
import type { ImportKind } from './import-kind.ts';
import { type Import, importRows } from './import-rows.ts';
import { type FileRefusal, type ReadBatch, type ReadOrder, readBatches } from './read-batches.ts';
import { type BatchResult, FileRefused } from './rows.ts';
import { findFormat } from './source-text.ts';
import { CONTRACT_IMPORT } from './staged-contracts.ts';
import { CUSTOMER_IMPORT } from './staged-customers.ts';
import { ESTIMATE_IMPORT } from './staged-estimates.ts';
import { INVOICE_IMPORT } from './staged-invoices.ts';
import { LINE_IMPORT } from './staged-lines.ts';
import { ORDER_IMPORT } from './staged-orders.ts';
import { PROJECT_IMPORT } from './staged-projects.ts';

/**
 * Maximum number of changes in the report. Further changes are only counted, so that memory does not grow with the
 * file.
 */
const CHANGES_MAX = 200;
const ERRORS_MAX = 1000;
const WARNINGS_MAX = 200;

const KINDS: Readonly<Record<ImportKindName, ImportKind>> = {
  customers: CUSTOMER_IMPORT,
  projects: PROJECT_IMPORT,
  contracts: CONTRACT_IMPORT,
  orders: ORDER_IMPORT,
  estimates: ESTIMATE_IMPORT,
  invoices: INVOICE_IMPORT,
  lines: LINE_IMPORT,
};

export type FileImport = ReadOrder &
  Pick<Import, 'record' | 'onEarlyEnd'> & {
    actor: Actor;
    bytes: number;
    isDryRun: boolean;
    writers: number;
    onRead?(rows: number, bytes: number): void;
    onWritten?(rows: number): void;
  };

/** Reading this much takes a few milliseconds, less than starting a process. */
const SMALL_BYTES_MAX = 32 * 1024;
/** Limits per batch, generous enough for a busy machine. */
const LIMITS: ChildLimits = { timeoutMs: 30_000, memoryMb: 512 };

/** @throws FileRefused */
async function* toBatches({ bytes, onRead, ...order }: FileImport): AsyncGenerator<ReadBatch> {
  const { kind, source, encoding, delimiter, sheet, map, today, rowsMax } = order;
  const { dateFormat, decimal, yearFrom, invalidValues, remembered } = order;
  const format = await findFormat(source, order.format);
  const file = { source, format, encoding, delimiter, sheet };
  const formats = { map, dateFormat, decimal, yearFrom, invalidValues, remembered };
  const read: ReadOrder = { kind, ...file, ...formats, today, rowsMax };
  const items =
    // A small Excel file can expand to a large one.
    bytes <= SMALL_BYTES_MAX && format !== 'xlsx'
      ? readBatches(read)
      : runInChild<ReadOrder, ReadBatch | FileRefusal>('readImport', read, LIMITS);
  try {
    for await (const item of items) {
      if ('refusal' in item) {
        const { part, message, details } = item.refusal;
        throw new FileRefused(part, message, details);
      }
      onRead?.(item.rowsRead, item.bytesRead);
      yield item;
    }
  } catch (error) {
    if (!(error instanceof ChildStopped)) throw error;
    const message = 'The file takes too much time or memory to read.';
    const advice = format === 'xlsx' ? ' Save it as CSV, which has no such limit.' : '';
    throw new FileRefused('file', message + advice);
  }
}

function add(report: ImportReport, { added, unchanged, changed, refused }: BatchResult): void {
  report.added += added;
  report.unchanged += unchanged;
  report.changed += changed.length;
  report.refused += refused.length;
  report.changes.push(...changed.slice(0, CHANGES_MAX - report.changes.length));
  report.errors.push(...refused.slice(0, ERRORS_MAX - report.errors.length));
}

/** Parts of the report about a file of which no row was read. */
export function toRefusedReport({ sentence, details }: FileRefused, file: ImportFile) {
  return {
    problem: sentence,
    question: details.question ?? null,
    columns: [...(details.columns ?? [])],
    file: details.file ?? file,
  };
}

const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line;

/** @throws FileRefused, AppError */
export async function importFile(deps: Deps, order: FileImport): Promise<ImportReport> {
  const { actor, isDryRun, writers, record, onEarlyEnd } = order;
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  const report: ImportReport = {
    isDryRun,
    ...counts,
    file: { format: order.format },
    sample: [],
    problem: null,
    question: null,
    warned: 0,
    warnings: [],
    columns: [],
    ignoredColumns: [],
    changes: [],
    errors: [],
  };
  async function* batches() {
    for await (const batch of toBatches(order)) {
      report.ignoredColumns = batch.ignoredColumns;
      report.columns = [...batch.columns];
      report.file = batch.file;
      report.sample.push(...batch.sample);
      report.warned += batch.warnings.length;
      report.warnings.push(...batch.warnings.slice(0, WARNINGS_MAX - report.warnings.length));
      yield batch;
    }
  }
  const written = importRows(deps, {
    kind: KINDS[order.kind],
    actor,
    isDryRun,
    batches: batches(),
    writers,
    record,
    onEarlyEnd,
    onBatch(result) {
      add(report, result);
      order.onWritten?.(report.added + report.changed + report.unchanged + report.refused);
    },
  });
  await written.catch((error: unknown) => {
    // A dry run shows the columns, so that they can be mapped.
    const isShown = isDryRun && error instanceof FileRefused;
    if (!isShown || !error.details.columns) throw error;
    Object.assign(report, toRefusedReport(error, report.file));
  });
  // The first rows would bring an erased person back into the stored report.
  const isAboutErased = report.errors.some(({ code }) => code === 'CUSTOMER_ERASED');
  return {
    ...report,
    sample: isAboutErased ? [] : report.sample,
    warnings: isAboutErased ? [] : report.warnings,
    changes: report.changes.sort(byLine),
    errors: report.errors.sort(byLine),
  };
}
