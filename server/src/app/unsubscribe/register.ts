/**
 * The address of the links in mails that can be turned off (R64). GET shows a page and changes nothing, because mail
 * scanners open every link. POST changes it: sent by the page, or by a mail program with one click (RFC 8058), which
 * sends no cookie and needs none.
 */

import { patternOf } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readUnsubscribe, setByToken } from '../../customers/mail-preferences.ts';
import type { Deps } from '../../kernel/deps.ts';
import { ANYONE, limitRoute } from '../../platform/http/limit-hook.ts';
import { ROUTE_LIMITS } from '../../platform/limits/route-limits.ts';
import { languageOfPage } from '../documents/page-language.ts';
import { SETTING, UNSUBSCRIBE_POLICY, unknownLinkPage, unsubscribePage } from './page.ts';

/** RFC 8058 sends 'List-Unsubscribe=One-Click'. */
const BODY_BYTES_MAX = 1024;

const { params: paramsSchema } = ROUTES.unsubscribe;

type Exchange = { request: FastifyRequest; reply: FastifyReply };

async function sendPage(deps: Deps, exchange: Exchange, isChanged: boolean): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { token } = paramsSchema.parse(request.params);
  const found = await readUnsubscribe(deps, token);
  const url = new URL(request.url, deps.publicUrl);
  const language = languageOfPage(deps, { exchange, url, linked: found?.language ?? null });
  const page = found && {
    kind: found.kind,
    isOn: found.isOn,
    companyName: found.company.name,
    isChanged,
    settingsUrl: `${deps.publicUrl}/${found.company.domain}/profile`,
  };
  return reply
    .status(found ? 200 : 404)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': UNSUBSCRIBE_POLICY,
      'x-robots-tag': 'noindex',
    })
    .send(page ? unsubscribePage(page, language) : unknownLinkPage(language));
}

/** Whatever a mail program sends turns it off; only the page's own button turns it on. */
function isTurnedOn(body: unknown): boolean {
  return typeof body === 'string' && new URLSearchParams(body).get(SETTING) === 'on';
}

export async function registerUnsubscribe(app: FastifyInstance, deps: Deps): Promise<void> {
  const reading = limitRoute(deps, ROUTE_LIMITS.unsubscribePage);
  const writing = limitRoute(deps, ROUTE_LIMITS.unsubscribe);
  const pattern = patternOf(ROUTES.unsubscribe.path);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.get(
      pattern,
      {
        config: { who: 'anyone', notFound: 'NOT_FOUND' },
        schema: { params: paramsSchema },
        preHandler: (request) => reading.admit(request, ANYONE),
        onSend: (request, reply) => reading.countResponse(request, reply),
      },
      (request, reply) => sendPage(deps, { request, reply }, false),
    );
    scope.post(
      pattern,
      {
        bodyLimit: BODY_BYTES_MAX,
        config: { who: 'anyone', notFound: 'NOT_FOUND' },
        schema: { params: paramsSchema },
        preHandler: (request) => writing.admit(request, ANYONE),
        onSend: (request, reply) => writing.countResponse(request, reply),
      },
      async (request, reply) => {
        const { token } = paramsSchema.parse(request.params);
        await setByToken(deps, { token, isOn: isTurnedOn(request.body) });
        return sendPage(deps, { request, reply }, true);
      },
    );
  });
}
