// Distinguishes requests from the sandbox's own pages from cross-site requests. It does not authenticate callers:
// keys and the loopback rule do that.
import type { FastifyRequest } from 'fastify';

export function isForeignOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  return origin !== undefined && origin !== `${request.protocol}://${host ?? ''}`;
}

export function isOwnPage(request: FastifyRequest): boolean {
  return request.headers.origin !== undefined && !isForeignOrigin(request);
}

export function ownUrl({ protocol, host, url, originalUrl }: FastifyRequest): string {
  const worldPath = originalUrl.slice(0, originalUrl.length - url.length);
  return `${protocol}://${host}${worldPath}`;
}
