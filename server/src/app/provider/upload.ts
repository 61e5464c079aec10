/** Receives the document of a contract, and a logo. Other calls keep their own small limit. */
import { createHash } from 'node:crypto';
import { LOGO_BYTES_MAX } from '@quittance/contract/companies/settings-schemas';
import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import { providerPattern } from '@quittance/contract/http/provider-route';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import type { FastifyInstance } from 'fastify';
import { drawUploadedLogo, putLogo } from '../../companies/settings.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { fileReceiver } from '../../platform/files/receive-file.ts';
import { createSlots, type Slots, slotOf } from '../../platform/files/slots.ts';
import { putContractDocument, readUpload } from '../../projects/manage-contracts.ts';
import { admission, requiredKeyOf, schemaOf, sendAnswer } from './admit.ts';
import { performCall } from './perform-call.ts';

const route = PROVIDER_ROUTES.putContractDocument;

/** Each is held in memory until it is stored. */
const UPLOADS = { perCompany: 4, inAll: 8, retryAfterMs: 5000 };

const receive = fileReceiver({
  bytesMax: UPLOAD_BYTES_MAX,
  tooLarge: () => new AppError('INVALID_REQUEST', { status: 413 }),
});

const logoRoute = PROVIDER_ROUTES.putLogo;

const receiveLogo = fileReceiver({
  bytesMax: LOGO_BYTES_MAX,
  tooLarge: () => new AppError('LOGO_REFUSED'),
});

async function registerLogo(api: FastifyInstance, deps: Deps, slots: Slots): Promise<void> {
  await api.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(logoRoute.bodyType, receiveLogo);
    files.route({
      method: logoRoute.method,
      url: providerPattern(logoRoute.path),
      schema: schemaOf(logoRoute),
      onRequest: [admission(deps, logoRoute), slotOf(slots)],
      handler: async (request, reply) => {
        const { caller } = request;
        if (!caller) throw new AppError('UNAUTHORIZED');
        const bytes = logoRoute.body.parse(request.body);
        const digest = createHash('sha256').update(bytes).digest('hex');
        const key = requiredKeyOf(request, logoRoute);
        const logo = await drawUploadedLogo(bytes);
        const answer = await performCall(deps, {
          actor: caller,
          isRead: false,
          key,
          content: ['putLogo', digest],
          status: 200,
          work: (tx) => putLogo(tx, deps, { actor: caller, logo }),
        });
        return sendAnswer({ request, reply }, logoRoute, answer);
      },
    });
  });
}

async function registerDocument(api: FastifyInstance, deps: Deps, slots: Slots): Promise<void> {
  await api.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(route.bodyType, receive);
    files.route({
      method: route.method,
      url: providerPattern(route.path),
      schema: schemaOf(route),
      onRequest: [admission(deps, route), slotOf(slots)],
      handler: async (request, reply) => {
        const { caller } = request;
        if (!caller) throw new AppError('UNAUTHORIZED');
        const params = route.params.parse(request.params);
        const { name } = route.query.parse(request.query);
        const upload = await readUpload(route.body.parse(request.body));
        const answer = await performCall(deps, {
          actor: caller,
          isRead: false,
          key: requiredKeyOf(request, route),
          content: ['putContractDocument', params, name, upload.sha256],
          status: 200,
          work: (tx) => putContractDocument(tx, deps, { actor: caller, ...params, upload, name }),
        });
        return sendAnswer({ request, reply }, route, answer);
      },
    });
  });
}

export async function registerUpload(api: FastifyInstance, deps: Deps): Promise<void> {
  const slots = createSlots(UPLOADS);
  await registerDocument(api, deps, slots);
  await registerLogo(api, deps, slots);
}
