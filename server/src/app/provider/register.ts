/** The provider API: every row of its route table, behind a key, its scopes and its rate limit. */

import {
  isReadRoute,
  PROVIDER_BASE,
  type ProviderRoute,
  providerPattern,
} from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';
import type { FastifyInstance } from 'fastify';
import { exportStream } from '../../exchange/export/export-stream.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { ProviderTx } from '../../platform/audit/recorded-action.ts';
import { createSlots } from '../../platform/files/slots.ts';
import { lazily } from '../../platform/http/lazily.ts';
import { answerProblems } from '../../platform/http/problem.ts';
import { admission, requiredKeyOf, schemaOf, sendAnswer } from './admit.ts';
import type { OwnRouteName, ProviderCall } from './call.ts';
import { registerProcessorCalls } from './console-handlers.ts';
import { PROVIDER_HANDLERS } from './handlers.ts';
import { registerImport } from './import-route.ts';
import { performCall } from './perform-call.ts';
import { registerUpload } from './upload.ts';

type AnyHandler = (
  tx: ProviderTx,
  deps: Deps,
  call: ProviderCall<ProviderRouteName>,
) => Promise<unknown>;

/** Each holds a connection to the database for as long as its reader takes. */
const EXPORTS = { perCompany: 2, inAll: 4, retryAfterMs: 30_000 };

function registerExport(api: FastifyInstance, deps: Deps): void {
  const slots = createSlots(EXPORTS);
  const route = PROVIDER_ROUTES.exportKind;
  api.route({
    method: route.method,
    url: providerPattern(route.path),
    schema: schemaOf(route),
    preValidation: admission(deps, route),
    handler: async ({ caller, params }, reply) => {
      if (!caller) throw new AppError('UNAUTHORIZED');
      const { kind } = route.params.parse(params);
      const release = slots.take(caller.companyId);
      const stream = exportStream(deps, caller, kind).once('close', release);
      return reply.type(route.answerType).send(stream);
    },
  });
}

const OWN_ROUTES: readonly ProviderRouteName[] = [
  'exportKind',
  'putContractDocument',
  'putLogo',
  'importRows',
  'testProcessor',
  'refundCharge',
] satisfies OwnRouteName[];

const isOwnRoute = (name: ProviderRouteName): name is OwnRouteName => OWN_ROUTES.includes(name);

function registerRoute(
  api: FastifyInstance,
  deps: Deps,
  row: { name: ProviderRouteName; route: ProviderRoute; handler: AnyHandler },
): void {
  const { name, route, handler } = row;
  const { status = 200 } = route;
  api.route({
    method: route.method,
    url: providerPattern(route.path),
    schema: schemaOf(route),
    preValidation: admission(deps, route),
    handler: async (request, reply) => {
      const { caller, params, query, body } = request;
      if (!caller) throw new AppError('UNAUTHORIZED');
      // because the row's schemas have just parsed the parts that the handler is typed with
      const call = { params, query, body, caller } as ProviderCall<ProviderRouteName>;
      const answer = await performCall(deps, {
        actor: caller,
        isRead: isReadRoute(route),
        isErasure: name === 'eraseCustomer',
        key: requiredKeyOf(request, route),
        content: [name, params, body],
        status,
        work: (tx) => handler(tx, deps, call),
      });
      return sendAnswer({ request, reply }, route, answer);
    },
  });
}

export async function registerProviderApi(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (api) => {
      answerProblems(api);
      api.decorateRequest('caller', null);
      api.addHook('onRequest', async (request, reply) => {
        reply.header('request-id', request.id);
        reply.header('cache-control', 'no-store');
      });
      // because keys() widens the union to string
      for (const name of Object.keys(PROVIDER_ROUTES) as ProviderRouteName[]) {
        if (isOwnRoute(name)) continue;
        const handler = PROVIDER_HANDLERS[name] as AnyHandler; // because each handler gets the call of its own row
        registerRoute(api, deps, { name, route: PROVIDER_ROUTES[name], handler });
      }
      registerExport(api, deps);
      registerProcessorCalls(api, deps);
      await registerUpload(api, deps);
      await registerImport(api, deps);
      const document = lazily(async () => {
        const { openApiDocument } = await import('../openapi/openapi.ts');
        return openApiDocument(deps.publicUrl);
      });
      api.get('/openapi.json', document);
    },
    { prefix: PROVIDER_BASE },
  );
}
