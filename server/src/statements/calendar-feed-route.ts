/** GET calendar/{token}.ics: a private calendar feed. Programs that have the same file already are told so. */
import { createHash } from 'node:crypto';
import { patternOf } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { ANYONE, limitRoute } from '../platform/http/limit-hook.ts';
import { holdsUnstorable } from '../platform/http/refuse-unsafe-input.ts';
import { ROUTE_LIMITS } from '../platform/limits/route-limits.ts';
import { readFeed } from './calendar-feed.ts';

const CACHE = 'private, max-age=900, must-revalidate';

function tagOf(file: string): string {
  return `"${createHash('sha256').update(file).digest('base64url').slice(0, 32)}"`;
}

export function registerCalendarFeed(app: FastifyInstance, deps: Deps): void {
  const { path, params } = ROUTES.calendarFeed;
  const limits = limitRoute(deps, ROUTE_LIMITS.calendarFeed);
  app.get(
    patternOf(path),
    {
      config: { who: 'anyone', notFound: 'NOT_FOUND' },
      schema: { params },
      preHandler: (request) => limits.admit(request, ANYONE),
      onSend: (request, reply) => limits.countResponse(request, reply),
    },
    async (request, reply) => {
      if (holdsUnstorable(request.params)) throw new AppError('NOT_FOUND');
      const file = await readFeed(deps, params.parse(request.params).file);
      if (file === null) throw new AppError('NOT_FOUND');
      const tag = tagOf(file);
      reply.header('etag', tag).header('cache-control', CACHE).header('x-robots-tag', 'noindex');
      if (request.headers['if-none-match'] === tag) return reply.status(304).send();
      return reply.type('text/calendar; charset=utf-8').send(file);
    },
  );
}
