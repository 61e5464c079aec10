/**
 * Receives a file as the body of a call. The caller is known before the first byte is read, and the bytes are counted as
 * they arrive.
 */
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from '../../errors.ts';

export type FileLimit = { bytesMax: number; tooLarge(): AppError };

/** What is too much is read on and dropped: a connection that is cut would lose the answer. */
export function fileReceiver({ bytesMax, tooLarge }: FileLimit) {
  return ({ headers }: FastifyRequest, payload: RequestPayload): Promise<Buffer> => {
    if (Number(headers['content-length'] ?? 0) > bytesMax) return Promise.reject(tooLarge());
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      payload.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= bytesMax) {
          chunks.push(chunk);
        } else {
          chunks.length = 0;
          reject(tooLarge());
        }
      });
      payload.once('end', () => resolve(Buffer.concat(chunks)));
      payload.once('error', reject);
    });
  };
}

/** Calls of one process at once: each holds its file in memory until it is answered. */
export function atMost(max: number, { retryAfterMs }: { retryAfterMs: number }) {
  let running = 0;
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (running >= max) throw new AppError('TOO_BUSY', { retryAfterMs });
    running += 1;
    reply.raw.once('close', () => {
      running -= 1;
    });
  };
}
