/** Processor webhooks. The signature covers the raw bytes, so the body is not parsed here. */

import { patternOf } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { receiveWebhook } from '../payments/reconciliation/receive-webhook.ts';
import { ANYONE, limitRoute } from '../platform/http/limit-hook.ts';
import { holdsUnstorable } from '../platform/http/refuse-unsafe-input.ts';
import { ROUTE_LIMITS } from '../platform/limits/route-limits.ts';

function textHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const single = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(single);
}

export async function registerWebhooks(app: FastifyInstance, deps: Deps): Promise<void> {
  const { path, params, answer } = ROUTES.webhook;
  const limits = limitRoute(deps, ROUTE_LIMITS.webhook);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(
      patternOf(path),
      {
        preHandler: (request) => limits.admit(request, ANYONE),
        config: { who: 'processor' },
        schema: { params, response: { 200: answer } },
      },
      async (request) => {
        if (holdsUnstorable(request.params)) throw new AppError('NOT_FOUND');
        const { processor, company } = params.parse(request.params);
        const rawBody = typeof request.body === 'string' ? request.body : '';
        const headers = textHeaders(request.headers);
        await receiveWebhook(deps, { processor, company, rawBody, headers });
        return { success: true };
      },
    );
  });
}
