/** Registers the provider API: every row of its route table, protected by a key, its scopes and its rate limit. */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { LOGO_BYTES_MAX } from '@quittance/contract/companies/settings-schemas';
import { IMPORT_PART_BYTES_MAX } from '@quittance/contract/exchange/import-job-schemas';
import { IMPORT_BYTES_MAX } from '@quittance/contract/exchange/import-schemas';
import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { routePattern } from '@quittance/contract/http/paths';
import {
  isReadRoute,
  PROVIDER_BASE,
  type ProviderRoute,
} from '@quittance/contract/http/provider-route';
import { EVIDENCE_BYTES_MAX } from '@quittance/contract/payments/dispute-schemas';
import {
  PROVIDER_ROUTES,
  type ProviderAnswer,
  type ProviderRouteName,
} from '@quittance/contract/provider-routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { changeProcessor, testProcessor } from '../../companies/processor-settings.ts';
import { getProcessor } from '../../companies/processor-state.ts';
import { drawUploadedLogo, putLogo } from '../../companies/settings.ts';
import { exportStream } from '../../exchange/export/export-stream.ts';
import { refuseExport } from '../../exchange/export/exports.ts';
import { putImportPart, reportLines, requireImport } from '../../exchange/import/import-jobs.ts';
import { IMPORT_MS_MAX, importUpload } from '../../exchange/import/import-upload.ts';
import type { Caller } from '../../identity/staff-session.ts';
import { addAttachment } from '../../invoices/attachments.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { putEvidenceFile } from '../../payments/disputes/manage-disputes.ts';
import { refundCharge } from '../../payments/reconciliation/refund-charge.ts';
import type { ProviderTx } from '../../platform/audit/recorded-action.ts';
import { type FileLimit, fileReceiver } from '../../platform/files/receive-file.ts';
import { createSlots, type Slots, takeSlot } from '../../platform/files/slots.ts';
import { answerProblems } from '../../platform/http/error-handler.ts';
import { limitAnyone } from '../../platform/http/limit-hook.ts';
import type { OwnRouteName, ProviderCall } from '../../platform/http/provider-call.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { recordRead } from '../../privacy/record-read.ts';
import { putContractDocument, readUpload } from '../../projects/manage-contracts.ts';
import { sendOpenApi } from '../developers/render-reference.ts';
import { admit, countRefused, readRequiredKey, sendAnswer } from './admit.ts';
import { readPrecondition } from './entity-tag.ts';
import { withExpanded } from './expanded-answers.ts';
import { PROVIDER_HANDLERS } from './handlers.ts';
import { withMetadata } from './metadata-answers.ts';
import { type PerformedCall, performCall } from './perform-call.ts';
import { strictRoute } from './strict-route.ts';

type AnyHandler = (
  tx: ProviderTx,
  deps: Deps,
  call: ProviderCall<ProviderRouteName>,
) => Promise<unknown>;

type Work = (tx: ProviderTx) => Promise<unknown>;

type PreparedCall<Name extends ProviderRouteName> = ({ work: Work } | Pick<Outside, 'outside'>) & {
  content?: readonly unknown[];
  show?(answer: ProviderAnswer<Name>): ProviderAnswer<Name>;
};

type Outside = Extract<PerformedCall, { outside: unknown }>;

type Prepare<Name extends ProviderRouteName> = (
  call: ProviderCall<Name>,
) => PreparedCall<Name> | Promise<PreparedCall<Name>>;

function requireCaller({ caller }: FastifyRequest): Caller {
  if (!caller) throw new AppError('UNAUTHORIZED');
  return caller;
}

type Row<Name extends ProviderRouteName> = { name: Name; slots?: Slots; prepare: Prepare<Name> };

function registerCall<Name extends ProviderRouteName>(
  api: FastifyInstance,
  deps: Deps,
  { name, slots, prepare }: Row<Name>,
): void {
  const route: ProviderRoute = PROVIDER_ROUTES[name];
  const { status = 200 } = route;
  registerRoute(api, {
    url: routePattern(route.path),
    route: strictRoute(route),
    config: { limits: [] },
    admit: async (exchange) => {
      await admit(deps, route, exchange);
      if (slots) await takeSlot(slots)(exchange.request, exchange.reply);
    },
    handle: async (exchange) => {
      const { request } = exchange;
      const { params, query, body } = request;
      const caller = requireCaller(request);
      const key = readRequiredKey(request, route);
      // The cast is safe because the row's schemas have already parsed the parts that the handler is typed with.
      const call = { params, query, body, caller } as ProviderCall<Name>;
      const precondition = readPrecondition(route, request);
      const asked = route.query && !isReadRoute(route) ? [params, body, query] : [params, body];
      const { content = asked, show, ...work } = await prepare(call);
      const answer = await performCall(deps, {
        actor: caller,
        isRead: isReadRoute(route),
        isErasure: name === 'eraseCustomer',
        isOfMany: route.path.startsWith('/import'),
        key,
        content: [name, ...content],
        status,
        precondition,
        ...work,
      });
      if (typeof answer === 'function') return answer;
      if (isReadRoute(route)) await recordRead(deps, caller, answer);
      // Safe because the response of a call, stored or new, always comes from its handler.
      return sendAnswer(exchange, route, show ? show(answer as ProviderAnswer<Name>) : answer);
    },
  });
}

/** Each export holds a database connection for as long as its client takes to read it. */
const EXPORTS = { perHolder: 2, inAll: 4, retryAfterMs: 30_000 };

type OpenStream = { stream: Readable; type?: string };
type StreamRow = { route: ProviderRoute; open(request: FastifyRequest): Promise<OpenStream> };

function registerStream(api: FastifyInstance, deps: Deps, { route, open }: StreamRow): void {
  registerRoute(api, {
    url: routePattern(route.path),
    route: strictRoute(route),
    config: { limits: [] },
    admit: (exchange) => admit(deps, route, exchange),
    handle: async ({ request, reply }) => {
      const { stream, type = route.answerType ?? 'text/csv' } = await open(request);
      return reply.type(type).send(stream);
    },
  });
}

function registerStreams(api: FastifyInstance, deps: Deps): void {
  const { exportKind, getImportReport } = PROVIDER_ROUTES;
  const slots = createSlots(EXPORTS);
  registerStream(api, deps, {
    route: exportKind,
    async open(request) {
      const caller = requireCaller(request);
      const { kind } = exportKind.params.parse(request.params);
      const query = { kind, reader: caller, ...exportKind.query.parse(request.query) };
      refuseExport(query);
      const release = slots.take(caller.companyId);
      const stream = exportStream(deps, caller, query).once('close', release);
      return { stream, ...(query.format === 'csv' ? { type: 'text/csv; charset=utf-8' } : {}) };
    },
  });
  registerStream(api, deps, {
    route: getImportReport,
    async open(request) {
      const params = getImportReport.params.parse(request.params);
      const command = { actor: requireCaller(request), ...params };
      await requireImport(deps, command);
      return { stream: Readable.from(reportLines(deps, command)) };
    },
  });
}

type FileRow<Name extends ProviderRouteName> = Row<Name> & { slots: Slots; limit: FileLimit };

/** Only these calls accept a file as their body. Other calls keep their own small size limit. */
async function registerFile<
  Name extends
    | ('putLogo' | 'putContractDocument' | 'putEvidenceFile')
    | ('addAttachment' | 'importRows' | 'putImportPart'),
>(api: FastifyInstance, deps: Deps, { limit, ...row }: FileRow<Name>): Promise<void> {
  await api.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(PROVIDER_ROUTES[row.name].bodyType, fileReceiver(deps, limit));
    registerCall(files, deps, row);
  });
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const importTooLarge = () => new AppError('IMPORT_TOO_LARGE');

/** Each upload is held in memory until it is stored. */
const UPLOADS = { perHolder: 4, inAll: 8, retryAfterMs: 5000 };

async function registerUploads(api: FastifyInstance, deps: Deps): Promise<void> {
  const slots = createSlots(UPLOADS);
  await registerFile(api, deps, {
    name: 'putContractDocument',
    slots,
    limit: {
      bytesMax: UPLOAD_BYTES_MAX,
      tooLarge: () => new AppError('INVALID_REQUEST', { status: 413 }),
    },
    prepare: async ({ caller: actor, params, query: { name }, body }) => {
      const upload = await readUpload(body);
      return {
        content: [params, name, upload.sha256],
        work: (tx) => putContractDocument(tx, deps, { actor, ...params, upload, name }),
      };
    },
  });
  await registerFile(api, deps, {
    name: 'putEvidenceFile',
    slots,
    limit: { bytesMax: EVIDENCE_BYTES_MAX, tooLarge: () => new AppError('EVIDENCE_TOO_LARGE') },
    prepare: ({ caller: actor, params, query: { name }, body: content }) => ({
      content: [params, name, digest(content)],
      work: (tx) => putEvidenceFile(tx, deps, { actor, ...params, name, content }),
    }),
  });
  await registerFile(api, deps, {
    name: 'addAttachment',
    slots,
    limit: { bytesMax: UPLOAD_BYTES_MAX, tooLarge: () => new AppError('ATTACHMENT_TOO_LARGE') },
    prepare: ({ caller: actor, params, query: { name }, body: content }) => {
      const file = { name, content, sha256: digest(content) };
      return {
        content: [params, name, file.sha256],
        work: (tx) => addAttachment(tx, deps, { actor, ...params, file }),
      };
    },
  });
  await registerFile(api, deps, {
    name: 'putImportPart',
    slots,
    limit: { bytesMax: IMPORT_PART_BYTES_MAX, tooLarge: importTooLarge },
    prepare: ({ caller: actor, params, body: content }) => ({
      content: [params, digest(content)],
      work: (tx) => putImportPart(tx, deps, { actor, ...params, content }),
    }),
  });
  await registerFile(api, deps, {
    name: 'putLogo',
    slots,
    limit: { bytesMax: LOGO_BYTES_MAX, tooLarge: () => new AppError('LOGO_REFUSED') },
    prepare: async ({ caller: actor, body }) => {
      const logo = await drawUploadedLogo(body);
      return { content: [digest(body)], work: (tx) => putLogo(tx, deps, { actor, logo }) };
    },
  });
}

/** Each import takes three database connections and one core of the database server. */
const IMPORTS = { perHolder: 2, inAll: 3, retryAfterMs: 10_000 };

/**
 * Imports the rows of a file sent as the request body (ADR 0076). The call's transaction holds its Idempotency-Key
 * while separate transactions write the rows. A call repeated after a crash finds the rows already written and
 * leaves them unchanged.
 */
async function registerImport(api: FastifyInstance, deps: Deps): Promise<void> {
  await registerFile(api, deps, {
    name: 'importRows',
    slots: createSlots(IMPORTS),
    limit: { bytesMax: IMPORT_BYTES_MAX, tooLarge: importTooLarge, workMsMax: IMPORT_MS_MAX },
    prepare: ({ caller: actor, query, body: file }) => {
      const mayRead = actor.scopes.includes('read');
      // The response of a dry run reveals stored data (R95).
      if (query.dryRun === 'true' && !mayRead) throw new AppError('SCOPE_MISSING');
      return {
        content: [query, digest(file)],
        work: (tx) => importUpload(tx, deps, { actor, query, file }),
        show: (report) => (mayRead ? report : { ...report, changes: [] }),
      };
    },
  });
}

function registerProcessorCalls(api: FastifyInstance, deps: Deps): void {
  registerCall(api, deps, {
    name: 'testProcessor',
    prepare: ({ caller: actor, params }) => ({
      outside: () => testProcessor(deps, { actor, ...params }),
    }),
  });
  registerCall(api, deps, {
    name: 'changeProcessor',
    prepare: ({ caller: actor, params, body: change }) => ({
      outside: async () => {
        const store = await changeProcessor(deps, { actor, ...params, change });
        return async (tx) => {
          await store(tx);
          return getProcessor(tx, deps, { actor, ...params });
        };
      },
    }),
  });
  registerCall(api, deps, {
    name: 'refundCharge',
    prepare: ({ caller: actor, params, body }) => ({
      outside: async () => {
        const refunded = await refundCharge(deps, { actor, ...params, ...body });
        return async () => refunded;
      },
    }),
  });
}

const OWN_ROUTES: readonly ProviderRouteName[] = [
  'exportKind',
  'putContractDocument',
  'putLogo',
  'putEvidenceFile',
  'addAttachment',
  'importRows',
  'putImportPart',
  'getImportReport',
  'testProcessor',
  'changeProcessor',
  'refundCharge',
] satisfies OwnRouteName[];

const isOwnRoute = (name: ProviderRouteName): name is OwnRouteName => OWN_ROUTES.includes(name);

export async function registerProviderApi(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (api) => {
      answerProblems(api);
      // A text could only be refused as a wrong value.
      api.removeContentTypeParser('text/plain');
      api.decorateRequest('caller', null);
      api.addHook('onSend', (request, reply) => countRefused(deps, { request, reply }));
      // Safe because keys() widens the union to string.
      for (const name of Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]) {
        if (isOwnRoute(name)) continue;
        const handler = PROVIDER_HANDLERS[name] as AnyHandler; // because each handler gets the call of its own row
        registerCall(api, deps, {
          name,
          prepare: (call) => ({
            work: async (tx) => {
              const { caller: actor, query, body } = call;
              const object = await handler(tx, deps, call);
              const route = PROVIDER_ROUTES[name];
              const answer = await withMetadata(tx, route, { actor, body, answer: object });
              return withExpanded(tx, actor, { query, answer });
            },
          }),
        });
      }
      registerStreams(api, deps);
      registerProcessorCalls(api, deps);
      await registerUploads(api, deps);
      await registerImport(api, deps);
      api.get('/openapi.json', limitAnyone(deps, ['publicRead']), sendOpenApi(deps.publicUrl));
    },
    { prefix: PROVIDER_BASE },
  );
}
