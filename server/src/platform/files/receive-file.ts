/**
 * Receives a file as the body of a request. The caller is authenticated before the first byte is read, and the
 * bytes are counted as they arrive.
 */
import { Socket } from 'node:net';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { requireClean, type ScanDeps } from './scan-file.ts';

export type FileLimit = {
  bytesMax: number;
  tooLarge(): AppError;
  /** Set if the response may take longer than a connection without traffic is kept open. */
  workMsMax?: number;
};

/** A file that the scanner refuses never reaches its handler. */
export function fileReceiver(deps: ScanDeps, limit: FileLimit) {
  const receive = boundedReceiver(limit);
  return async (request: FastifyRequest, payload: RequestPayload): Promise<Buffer> => {
    const content = await receive(request, payload);
    await requireClean(deps, content);
    return content;
  };
}

/**
 * Excess data is read and dropped before the refusal, because closing the connection while a client still sends would
 * lose the response. A body has to arrive within the time limit of every request.
 */
function boundedReceiver({ bytesMax, tooLarge, workMsMax }: FileLimit) {
  return ({ raw }: FastifyRequest, payload: RequestPayload): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      payload.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= bytesMax) chunks.push(chunk);
        else chunks.length = 0;
      });
      payload.once('end', () => {
        if (workMsMax !== undefined && raw.socket instanceof Socket)
          raw.socket.setTimeout(workMsMax);
        if (size > bytesMax) reject(tooLarge());
        else resolve(Buffer.concat(chunks));
      });
      // The payload's own error would look like a lost database connection. If the payload was cut off earlier,
      // that error has already been emitted.
      payload.once('error', () => reject(cutOff()));
      if (payload.destroyed) reject(cutOff());
    });
}

/** The client has disconnected and never sees this response. */
const cutOff = () => new AppError('INVALID_REQUEST');
