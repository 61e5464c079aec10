/** Imports a file that one call of the API contains, and responds when its rows are written (ADR 0076). */
import { IMPORT_ROWS_MAX } from '@quittance/contract/exchange/import-schemas';
import type { ProviderQuery } from '@quittance/contract/provider-routes';
import { sql } from 'drizzle-orm';
import { findToday } from '../../invoices/issue-invoice.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Actor, ProviderTx } from '../../platform/audit/recorded-action.ts';
import { importFile } from './import-file.ts';
import { FileRefused } from './rows.ts';

/** The other connections and the other core are reserved for payers. */
const WRITERS = 1;

/** On a cluster, an import waits while shards are moved. */
export const IMPORT_MS_MAX = 600_000;

function asProblem(error: unknown): unknown {
  if (!(error instanceof FileRefused)) return error;
  const { part, message } = error;
  if (part === 'rows') return new AppError('IMPORT_TOO_LARGE');
  const code = part === 'file' ? 'WRONG_FILE' : 'INVALID_REQUEST';
  return new AppError(code, { details: { fields: [{ field: part, message }] } });
}

type ImportCall = { actor: Actor; query: ProviderQuery<'importRows'>; file: Uint8Array };

export async function importUpload(tx: ProviderTx, deps: Deps, { actor, query, file }: ImportCall) {
  // The transaction waits for the rows, which other transactions write.
  await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${IMPORT_MS_MAX}`));
  const { kind, map = [], dryRun, ...reading } = query;
  const today = await findToday(tx, deps, actor);
  return importFile(deps, {
    actor,
    kind,
    ...reading,
    sheet: reading.sheet,
    today,
    map: [map].flat(),
    rowsMax: IMPORT_ROWS_MAX,
    writers: WRITERS,
    isDryRun: dryRun === 'true',
    source: file,
    bytes: file.length,
  }).catch((error: unknown) => {
    throw asProblem(error);
  });
}
