// The device data collection of 3-D Secure: a provider page in a hidden frame of the merchant's page. As published
// by Cardinal, the merchant's page posts a form with the token as "JWT" to the collection URL, and a
// "profile.completed" message reports the end.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isForeignOrigin } from '../../own-origin.ts';
import { parseInput, Refusal } from '../../refusal.ts';
import type { Store } from '../store.ts';

export const COLLECT_PATH = '/fiserv/3ds/collect';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The token has the published format. The sandbox checks the reference inside it instead of a signature. */
export function collectionToken(ReferenceId: string): string {
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ReferenceId })}.`;
}

const Token = z.object({ ReferenceId: z.string() });
const Collected = z.strictObject({ token: z.string() });

function readToken(token: string): z.infer<typeof Token> {
  try {
    const [, payload = ''] = token.split('.');
    return Token.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  } catch {
    throw new Refusal(400, 'This is not a collection');
  }
}

/** Called by the script of the collection page, so a collection completes only in a browser that ran the script. */
export function completeCollection(store: Store, request: FastifyRequest) {
  if (isForeignOrigin(request)) throw new Refusal(403, 'Only the collection page may call this');
  const { token } = parseInput(Collected, request.body);
  const { ReferenceId } = readToken(token);
  const collection = store.collections.get(ReferenceId);
  if (collection === undefined) throw new Refusal(404, 'Collection not found');
  collection.isCompleted = true;
  return { sessionId: ReferenceId };
}
