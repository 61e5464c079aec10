/**
 * Receives a file as the body of a call. The caller is known before the first byte is read, the bytes are counted as
 * they arrive, and other calls keep their own small limit.
 */
import { UPLOAD_BYTES_MAX } from '@quittance/contract/provider/files';
import { providerPattern } from '@quittance/contract/provider/route';
import { PROVIDER_ROUTES } from '@quittance/contract/provider/routes';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { putContractDocument, readUpload } from '../../provider/contracts.ts';
import { performCall } from '../../provider/perform-call.ts';
import { admission, requiredKeyOf, schemaOf } from './admit.ts';

const route = PROVIDER_ROUTES.putContractDocument;

/** Of one process at once: each is held in memory until it is stored. */
const UPLOADS_MAX = 8;
const RETRY_MS = 5000;

const tooLarge = () => new AppError('INVALID_REQUEST', { status: 413 });

/** What is too much is read on and dropped: a connection that is cut would lose the answer. */
function receive({ headers }: FastifyRequest, payload: RequestPayload): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > UPLOAD_BYTES_MAX) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= UPLOAD_BYTES_MAX) {
        chunks.push(chunk);
      } else {
        chunks.length = 0;
        reject(tooLarge());
      }
    });
    payload.once('end', () => resolve(Buffer.concat(chunks)));
    payload.once('error', reject);
  });
}

export async function registerUpload(api: FastifyInstance, deps: Deps): Promise<void> {
  let running = 0;
  await api.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(route.bodyType, receive);
    files.route({
      method: route.method,
      url: providerPattern(route.path),
      schema: schemaOf(route),
      onRequest: [
        admission(deps, route),
        async (_request, reply) => {
          if (running >= UPLOADS_MAX) throw new AppError('TOO_BUSY', { retryAfterMs: RETRY_MS });
          running += 1;
          reply.raw.once('close', () => {
            running -= 1;
          });
        },
      ],
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
        return reply.send(answer);
      },
    });
  });
}
