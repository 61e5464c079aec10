/**
 * Content that is the same for every visitor: made once per process, and kept compressed with an entity tag, so that
 * a request costs next to nothing.
 */
import { createHash } from 'node:crypto';
import type { RouteHandlerMethod } from 'fastify';
import { chooseEncoding, compress } from './compression.ts';
import { lazily } from './lazily.ts';

/** A proxy that compresses makes a tag weak. Its opaque part stays the same. */
export const toEntityTag = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`;

export const isUnchanged = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.includes(tag) === true;

type ConstantContent = {
  headers: Readonly<Record<string, string>>;
  make: () => Promise<string | Buffer>;
};

async function prepare(make: ConstantContent['make']) {
  const identity = Buffer.from(await make());
  const [br, gzip] = await Promise.all([compress(identity, 'br'), compress(identity, 'gzip')]);
  return { tag: toEntityTag(identity), bodies: { br, gzip, identity } };
}

export function sendConstant({ headers, make }: ConstantContent): RouteHandlerMethod {
  const content = lazily(() => prepare(make));
  return async (request, reply) => {
    const { tag, bodies } = await content();
    reply.headers({ ...headers, etag: `W/${tag}`, vary: 'accept-encoding' });
    if (isUnchanged(request.headers['if-none-match'], tag)) return reply.status(304).send();
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(bodies[encoding ?? 'identity']);
  };
}
