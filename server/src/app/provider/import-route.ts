/** Imports the rows of a file that is the body of a call (ADR 0076). */
import { createHash } from 'node:crypto';
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '@quittance/contract/exchange/import-schemas';
import { providerPattern } from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES, type ProviderQuery } from '@quittance/contract/provider-routes';
import type { FastifyInstance } from 'fastify';
import { importFile } from '../../exchange/import/import-file.ts';
import { FileRefused } from '../../exchange/import/rows.ts';
import { todayOf } from '../../invoices/issue-invoice.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Actor, ProviderTx } from '../../platform/audit/recorded-action.ts';
import { fileReceiver } from '../../platform/files/receive-file.ts';
import { createSlots, slotOf } from '../../platform/files/slots.ts';
import { admission, requiredKeyOf, schemaOf } from './admit.ts';
import { performCall } from './perform-call.ts';

const route = PROVIDER_ROUTES.importRows;

/** Each takes three connections to the database, and a core of it. */
const IMPORTS = { perCompany: 2, inAll: 3, retryAfterMs: 10_000 };
/** The other connections, and the other core, are for payers. */
const WRITERS = 1;

const receive = fileReceiver({
  bytesMax: IMPORT_BYTES_MAX,
  tooLarge: () => new AppError('IMPORT_TOO_LARGE'),
});

type Imported = { caller: Actor; query: ProviderQuery<'importRows'>; file: Uint8Array };

function asProblem(error: unknown): unknown {
  if (!(error instanceof FileRefused)) return error;
  const { part, message } = error;
  if (part === 'rows') return new AppError('IMPORT_TOO_LARGE');
  const code = part === 'file' ? 'WRONG_FILE' : 'INVALID_REQUEST';
  return new AppError(code, { details: { fields: [{ field: part, message }] } });
}

async function execute(tx: ProviderTx, deps: Deps, { caller: actor, query, file }: Imported) {
  const { kind, format, map = [], dateFormat, dryRun } = query;
  const today = await todayOf(tx, deps, actor);
  return importFile(deps, {
    ...{ actor, kind, format, dateFormat, today, map: [map].flat() },
    ...{ rowsMax: IMPORT_ROWS_MAX, writers: WRITERS, isDryRun: dryRun === 'true' },
    ...{ source: file, bytes: file.length },
  }).catch((error: unknown) => {
    throw asProblem(error);
  });
}

/**
 * The transaction of the call holds its Idempotency-Key while the rows are written by transactions of their own. After a
 * crash in between, the call is made again and finds what was written unchanged.
 */
export async function registerImport(api: FastifyInstance, deps: Deps): Promise<void> {
  await api.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(route.bodyType, receive);
    files.route({
      method: route.method,
      url: providerPattern(route.path),
      schema: schemaOf(route),
      onRequest: [admission(deps, route), slotOf(createSlots(IMPORTS))],
      handler: async (request, reply) => {
        const { caller } = request;
        if (!caller) throw new AppError('UNAUTHORIZED');
        const query = route.query.parse(request.query);
        const mayRead = caller.scopes.includes('read');
        // It tells what is stored (R95).
        if (query.dryRun === 'true' && !mayRead) throw new AppError('SCOPE_MISSING');
        const file = route.body.parse(request.body);
        const digest = createHash('sha256').update(file).digest('hex');
        const key = requiredKeyOf(request, route);
        const work = (tx: ProviderTx) => execute(tx, deps, { caller, query, file });
        const content = ['importRows', query, digest];
        const call = { actor: caller, isRead: false, key, content, status: 200, work };
        const report = route.answer.parse(await performCall(deps, call));
        return reply.send(mayRead ? report : { ...report, changes: [] });
      },
    });
  });
}
