/**
 * Receives a file as the body of a call. The caller is known before the first byte is read, and the bytes are counted as
 * they arrive.
 */
import type { FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

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
      // Its own error looks like a lost connection to the database, and has passed if it was cut off before.
      payload.once('error', () => reject(cutOff()));
      if (payload.destroyed) reject(cutOff());
    });
  };
}

/** The caller is gone and does not read this answer. */
const cutOff = () => new AppError('INVALID_REQUEST');
