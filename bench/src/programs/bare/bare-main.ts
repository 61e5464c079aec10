/**
 * The bare server: Fastify and `pg` without business logic, in its own process. The portal's rates are compared
 * with its rates.
 */
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { openBareDatabase } from './bare-database.ts';
import { registerBarePayments } from './bare-payments.ts';
import { registerBareReads } from './bare-reads.ts';
import { registerBareReceipts } from './bare-receipts.ts';
import { registerBareWrites } from './bare-writes.ts';

const settingsSchema = z.object({ databaseUrl: z.string(), processorUrl: z.url() });
const bytesSchema = z.object({ contentType: z.string(), base64: z.string() });

const BODY_BYTES_MAX = 16 * 1024 * 1024;
/** All ids of a page are passed in one parameter. */
const PARAMETER_LENGTH_MAX = 8000;

function registerBytes(app: FastifyInstance): void {
  const answers = new Map<string, { contentType: string; body: Buffer }>();
  app.put<{ Params: { name: string } }>('/bytes/:name', async (request) => {
    const { contentType, base64 } = bytesSchema.parse(request.body);
    answers.set(request.params.name, { contentType, body: Buffer.from(base64, 'base64') });
    return {};
  });
  app.get<{ Params: { name: string } }>('/bytes/:name', (request, reply) => {
    const answer = answers.get(request.params.name);
    if (!answer) return reply.code(404).send();
    return reply.type(answer.contentType).send(answer.body);
  });
}

async function start(message: unknown): Promise<void> {
  const { databaseUrl, processorUrl } = settingsSchema.parse(message);
  const database = openBareDatabase(databaseUrl);
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
  });
  registerBytes(app);
  registerBareReads(app, database);
  registerBareWrites(app, database);
  registerBareReceipts(app);
  registerBarePayments(app, database, processorUrl);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ url });
}

process.once('message', (message) => {
  start(message).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
process.channel?.ref();
