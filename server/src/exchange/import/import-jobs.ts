/** Imports as jobs: upload in parts, start, cancel, progress and report. `run-imports.ts` runs them. */
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import type {
  Import,
  ImportStart,
  NewImport,
} from '@quittance/contract/exchange/import-job-schemas';
import type { ImportFormat, ImportKindName } from '@quittance/contract/exchange/import-schemas';
import type { PageQuery } from '@quittance/contract/http/pages-and-problems';
import { type RecordReader, seesContacts } from '@quittance/contract/http/record-rights';
import type { CompanyId } from '@quittance/contract/ids';
import { and, asc, count, eq, gt, isNotNull, max, sql, sum } from 'drizzle-orm';
import { addMs } from '../../kernel/clock.ts';
import { csvRow } from '../../kernel/csv.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  type Actor,
  type ProviderDeps,
  recordAction,
} from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { isAfterCursor, readPage } from '../../platform/database/pages.ts';
import { findRow, lockRow, writtenRow } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import { maskText } from '../../platform/http/mask-contacts.ts';
import { pageFrom, toPage } from '../../platform/http/page.ts';
import type { ProviderHandlers } from '../../platform/http/provider-call.ts';
import {
  type ImportReading,
  type ImportRowResult,
  importMappings,
  importParts,
  importRows,
  imports,
} from '../../schema/imports.ts';

export type ImportRow = typeof imports.$inferSelect;
type ImportKey = { companyId: CompanyId; id: string };

export const importQueue = {
  table: imports,
  dueAt: 'nextTryAt',
  isWaiting: isNotNull(imports.nextTryAt),
  /** Renewed every few seconds while the import runs. */
  leaseMs: MINUTE_MS,
  backoff: { pausesMs: [MINUTE_MS], triesMax: 5 },
} as const;

/** A file that is not imported is deleted after this time. */
export const FILE_MS = DAY_MS;
const FILES_MAX = 5;
const BUSY_MS = 10 * MINUTE_MS;

const NO_COUNTS = { rowsRead: 0, added: 0, changed: 0, unchanged: 0, refused: 0, notWritten: 0 };

const show = (row: ImportRow): Import => ({
  id: row.id,
  kind: row.kind,
  fileName: row.fileName,
  state: row.state,
  isDryRun: row.isDryRun,
  bytes: row.bytes,
  rowsRead: row.rowsRead,
  added: row.added,
  changed: row.changed,
  unchanged: row.unchanged,
  refused: row.refused,
  notWritten: row.notWritten,
  report: row.report,
  createdAt: row.createdAt,
  startedAt: row.startedAt,
  finishedAt: row.finishedAt,
});

export const toScope = (companyId: CompanyId) => ({ companyId, asProvider: true }) as const;

async function lockImport(tx: Tx, key: ImportKey): Promise<ImportRow> {
  const row = await lockRow(tx, imports, key);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

async function change(tx: Tx, key: ImportKey, values: Partial<ImportRow>): Promise<ImportRow> {
  return writtenRow(tx.update(imports).set(values).where(matching(imports, key)).returning());
}

export async function deleteParts(tx: Tx, { companyId, id: importId }: ImportKey): Promise<void> {
  await tx.delete(importParts).where(matching(importParts, { companyId, importId }));
}

export async function deleteRows(
  tx: Tx,
  { companyId, id: importId }: ImportKey,
  only: { result?: ImportRowResult } = {},
): Promise<void> {
  await tx.delete(importRows).where(matching(importRows, { companyId, importId, ...only }));
}

type NewJob = { actor: Actor; input: NewImport };

async function createImport(tx: Tx, deps: ProviderDeps, { actor, input }: NewJob) {
  const { companyId, name } = actor;
  const createdAt = deps.clock.now();
  const row = await writtenRow(
    tx
      .insert(imports)
      .values({
        companyId,
        id: deps.entropy.uuid(),
        ...input,
        state: 'UPLOADING',
        actor: name,
        createdAt,
        nextTryAt: addMs(createdAt, FILE_MS),
      })
      .returning(),
  );
  const subject = `import:${row.id}`;
  await recordAction(tx, deps, { actor, action: 'import.created', subject });
  return show(row);
}

async function refuseMoreFiles(tx: Tx, companyId: CompanyId): Promise<void> {
  const [files] = await tx
    .select({ count: count() })
    .from(imports)
    .where(
      and(eq(imports.companyId, companyId), isNotNull(imports.nextTryAt), gt(imports.bytes, 0)),
    );
  if ((files?.count ?? 0) < FILES_MAX) return;
  throw new AppError('TOO_BUSY', {
    retryAfterMs: BUSY_MS,
    responseMessage: `${FILES_MAX} uploaded files are not imported yet. Import or cancel one of them first.`,
  });
}

type PartCommand = { actor: Actor; importId: string; position: number; content: Uint8Array };

export async function putImportPart(
  tx: Tx,
  deps: ProviderDeps,
  { actor, importId, position, content }: PartCommand,
) {
  const { companyId } = actor;
  const key = { companyId, id: importId };
  const row = await lockImport(tx, key);
  if (row.state !== 'UPLOADING') throw new AppError('IMPORT_NOT_WAITING');
  if (row.bytes === 0) await refuseMoreFiles(tx, companyId);
  const part = { content: Buffer.from(content) };
  await tx
    .insert(importParts)
    .values({ companyId, importId, position, ...part })
    .onConflictDoUpdate({
      target: [importParts.companyId, importParts.importId, importParts.position],
      set: part,
    });
  const size = sql<number>`length(${importParts.content})`;
  const [all] = await tx
    .select({ bytes: sum(size).mapWith(Number) })
    .from(importParts)
    .where(matching(importParts, { companyId, importId }));
  const { bytes } = await change(tx, key, { bytes: all?.bytes ?? 0 });
  const subject = `import:${importId}`;
  const detail = { position };
  await recordAction(tx, deps, { actor, action: 'import.part_received', subject, detail });
  return { position, bytes };
}

async function requireParts(tx: Tx, { companyId, id: importId }: ImportKey): Promise<void> {
  const [parts] = await tx
    .select({ count: count(), last: max(importParts.position) })
    .from(importParts)
    .where(matching(importParts, { companyId, importId }));
  if (parts && parts.count > 0 && parts.last === parts.count) return;
  const message = 'A part of the file is missing. Upload the parts 1, 2, 3 and so on.';
  throw new AppError('INVALID_REQUEST', { details: { fields: [{ field: 'parts', message }] } });
}

function formatByName(name: string): ImportFormat {
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'ndjson';
  return /\.xlsx$/i.test(name) ? 'xlsx' : 'csv';
}

const columnName = (mapping: string) => mapping.slice(0, Math.max(0, mapping.lastIndexOf('=')));

/** Columns that are named again replace those of the last import. */
function mergeMaps(saved: readonly string[], given: readonly string[]): string[] {
  const named = new Set(given.map(columnName));
  return [...saved.filter((mapping) => !named.has(columnName(mapping))), ...given];
}

const toReading = (
  fileName: string,
  { format, encoding, delimiter, isDryRun: _, ...chosen }: ImportStart,
): ImportReading => ({
  format: format ?? formatByName(fileName),
  encoding: encoding ?? 'auto',
  delimiter: delimiter ?? 'auto',
  ...chosen,
});

type MappingKey = { companyId: CompanyId; kind: ImportKindName };

export async function findRemembered(tx: Tx, { companyId, kind }: MappingKey) {
  const saved = await findRow(tx, importMappings, { companyId, kind });
  return { map: saved?.map ?? [], sources: saved?.sources ?? [] };
}

const SOURCES_MAX = 30;

export async function rememberReading(
  tx: Tx,
  { companyId, kind, reading }: ImportRow,
  source: string,
): Promise<void> {
  if (!reading) return;
  const { map, sources } = await findRemembered(tx, { companyId, kind });
  const before = sources.find((one) => one.source === source);
  const remembered = {
    source,
    map: mergeMaps(before?.map ?? [], reading.map),
    decimal: reading.decimal ?? before?.decimal,
    dateFormat: reading.dateFormat ?? before?.dateFormat,
  };
  const others = sources.filter((one) => one !== before).slice(0, SOURCES_MAX - 1);
  const values = { map: mergeMaps(map, reading.map), sources: [remembered, ...others] };
  await tx
    .insert(importMappings)
    .values({ companyId, kind, ...values })
    .onConflictDoUpdate({ target: [importMappings.companyId, importMappings.kind], set: values });
}

type JobCommand = { actor: Actor; importId: string };

async function startImport(
  tx: Tx,
  deps: ProviderDeps,
  { actor, importId, start }: JobCommand & { start: ImportStart },
) {
  const key = { companyId: actor.companyId, id: importId };
  const row = await lockImport(tx, key);
  const isWaiting = ['UPLOADING', 'CHECKED', 'FAILED'].includes(row.state);
  if (!isWaiting || row.nextTryAt === null) throw new AppError('IMPORT_NOT_WAITING');
  await requireParts(tx, key);
  await deleteRows(tx, key);
  const { kind, fileName } = row;
  const reading = toReading(fileName, start);
  const { isDryRun } = start;
  const now = deps.clock.now();
  const subject = `import:${importId}`;
  const detail = { kind, isDryRun };
  await recordAction(tx, deps, { actor, action: 'import.started', subject, detail });
  wakeAfterCommit(tx, 'run_imports', actor.companyId);
  const queued = { state: 'QUEUED', startedAt: now, nextTryAt: now, finishedAt: null } as const;
  const again = { ...NO_COUNTS, report: null, tries: 0, leasedBy: null };
  return show(await change(tx, key, { ...queued, ...again, reading, isDryRun, actor: actor.name }));
}

/** The run cannot commit another batch, because each batch also updates the row, as long as it is running. */
async function cancelImport(tx: Tx, deps: ProviderDeps, { actor, importId }: JobCommand) {
  const key = { companyId: actor.companyId, id: importId };
  const row = await lockImport(tx, key);
  if (row.state === 'CANCELED') return show(row);
  if (row.nextTryAt === null) throw new AppError('IMPORT_NOT_WAITING');
  await deleteParts(tx, key);
  const subject = `import:${importId}`;
  await recordAction(tx, deps, { actor, action: 'import.canceled', subject });
  const finishedAt = deps.clock.now();
  return show(await change(tx, key, { state: 'CANCELED', finishedAt, nextTryAt: null }));
}

async function getImport(tx: Tx, { actor: { companyId }, importId: id }: JobCommand) {
  const row = await findRow(tx, imports, { companyId, id });
  if (!row) throw new AppError('NOT_FOUND');
  return show(row);
}

async function listImports(tx: Tx, { companyId }: Actor, query: PageQuery) {
  const page = pageFrom(query);
  const isWanted = and(eq(imports.companyId, companyId), isAfterCursor(imports, page.after));
  const rows = await readPage(tx, imports, { isWanted, limit: page.limit });
  return toPage(rows, page, (shown) => shown.map(show));
}

const REPORTED_TOGETHER = 5000;
const RESULTS = { REFUSED: 'refused', CHANGED: 'changed', NOT_WRITTEN: 'not written' } as const;

/** Each page is a transaction of its own, so a slow client holds no connection. */
export async function* reportLines(
  { database }: Pick<Deps, 'database'>,
  { actor, importId }: JobCommand & { actor: RecordReader },
): AsyncGenerator<string> {
  const { companyId } = actor;
  const shown = seesContacts(actor) ? (text: string) => text : maskText;
  yield csvRow(['line', 'result', 'details'], []);
  for (let last = 0; ; ) {
    const isNext = and(matching(importRows, { companyId, importId }), gt(importRows.line, last));
    const rows = await database.inCompany(toScope(companyId), (tx) =>
      tx
        .select()
        .from(importRows)
        .where(isNext)
        .orderBy(asc(importRows.line))
        .limit(REPORTED_TOGETHER),
    );
    const lines = rows.map(({ line, result, details }) =>
      csvRow([String(line), RESULTS[result], shown(details)], []),
    );
    yield lines.join('');
    const end = rows.at(-1);
    if (!end || rows.length < REPORTED_TOGETHER) break;
    last = end.line;
  }
  const { report } = await requireImport({ database }, { actor, importId });
  for (const { line, message } of report?.warnings ?? []) {
    yield csvRow([String(line), 'warning', shown(message)], []);
  }
}

export const requireImport = (deps: Pick<Deps, 'database'>, command: JobCommand) =>
  deps.database.inCompany(toScope(command.actor.companyId), (tx) => getImport(tx, command));

export const providerHandlers = {
  createImport: (tx, deps, { caller, body }) =>
    createImport(tx, deps, { actor: caller, input: body }),
  startImport: (tx, deps, { caller, params, body }) =>
    startImport(tx, deps, { actor: caller, ...params, start: body }),
  cancelImport: (tx, deps, { caller, params }) =>
    cancelImport(tx, deps, { actor: caller, ...params }),
  getImport: (tx, _deps, { caller, params }) => getImport(tx, { actor: caller, ...params }),
  listImports: (tx, _deps, { caller, query }) => listImports(tx, caller, query),
} satisfies Partial<ProviderHandlers>;
