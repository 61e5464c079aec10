/**
 * Serves the built web app: immutable hashed assets, and two HTML documents with a new nonce per response.
 * The public pages and the portal are separate documents, so that no script of one runs in the other.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isPortalPath, isPublicPath, isTrackedPath } from '@quittance/contract/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, SESSION_COOKIE } from '../../access/cookies.ts';
import type { AnalyticsSettings } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { escapeHtml } from '../../escape-html.ts';
import { portalCompany } from '../../portal/portal-company.ts';
import { analyticsSources, withAnalyticsSettings } from './analytics-settings.ts';
import { withBrand } from './brand-style.ts';
import { portalPolicy, publicPolicy } from './content-security.ts';
import { withPreloads } from './preloads.ts';
import { permissionsFor } from './security-headers.ts';

const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;
const NONCE_BYTES = 18;
const COMPANY_PLACEHOLDER = '__COMPANY_NAME__';

async function readDocuments(folder: string) {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  return { publicHtml: await read('index.html'), portalHtml: await read('portal.html') };
}

type Page = {
  html: string;
  nonce: string;
  policy: string;
  status: number;
  processorOrigins: readonly string[];
};

function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { html, nonce, policy, status, processorOrigins } = page;
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'permissions-policy': permissionsFor(processorOrigins),
      'cache-control': 'no-store',
    })
    .send(html.replace(NONCE_PLACEHOLDER, nonce));
}

/**
 * Only the assets are compressed, at build time. Responses are not: compressing a secret together with
 * attacker-chosen text reveals the secret by its length (BREACH).
 */
async function registerAssets(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
  });
}

export async function registerDocuments(
  app: FastifyInstance,
  deps: Deps,
  { folder, analytics }: { folder: string; analytics: AnalyticsSettings | null },
): Promise<void> {
  const { publicHtml, portalHtml } = await readDocuments(folder);
  await registerAssets(app, join(folder, 'assets'));
  app.get('/*', async (request: FastifyRequest, reply) => {
    const nonce = Buffer.from(deps.entropy.bytes(NONCE_BYTES)).toString('base64');
    const { pathname, search } = new URL(request.url, 'http://portal');
    const [, segment = ''] = pathname.split('/');
    if (segment === 'api') return reply.callNotFound();
    if (isPublicPath(`/${segment}`)) {
      const settings = isTrackedPath(`/${segment}`) ? analytics : null;
      const policy = publicPolicy(nonce, settings && analyticsSources(settings));
      const html = settings ? withAnalyticsSettings(publicHtml, settings) : publicHtml;
      return sendPage(reply, { html, nonce, policy, status: 200, processorOrigins: [] });
    }
    const company = await portalCompany(deps, segment);
    // One spelling per page: the browser compares the segment with the session's company (R53).
    if (company && company.domain !== segment) {
      const rest = pathname.slice(segment.length + 1);
      return reply.redirect(`/${company.domain}${rest}${search}`);
    }
    const processorOrigins = company?.processorOrigins ?? [];
    const hasSession = readCookie(request.headers.cookie, SESSION_COOKIE) !== null;
    const html = company
      ? withBrand(withPreloads(portalHtml, pathname, { hasSession }), company.palette)
      : portalHtml;
    return sendPage(reply, {
      html: html.replace(COMPANY_PLACEHOLDER, () => escapeHtml(company?.name ?? '')),
      nonce,
      policy: portalPolicy(nonce, processorOrigins),
      status: company && isPortalPath(pathname, company) ? 200 : 404,
      processorOrigins,
    });
  });
}
