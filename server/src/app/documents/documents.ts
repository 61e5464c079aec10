/**
 * Serves the built web app: immutable hashed assets, and HTML documents with a new nonce per response. The public
 * pages, the portal and the staff console are separate documents, so that no script of one runs in another.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@quittance/contract/language';
import {
  DESK_PATH,
  isPortalPath,
  isPublicPath,
  isTrackedPath,
  PORTAL_PATHS,
  toParams,
} from '@quittance/contract/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PortalCompany, portalCompany } from '../../companies/portal-company.ts';
import type { AnalyticsSettings } from '../../kernel/config.ts';
import type { Deps } from '../../kernel/deps.ts';
import { escapeHtml } from '../../kernel/escape-html.ts';
import { encode } from '../../platform/http/compression.ts';
import type { Exchange } from '../../platform/http/register-route.ts';
import { withBrand } from './brand-style.ts';
import {
  analyticsSources,
  deskPolicy,
  portalPolicy,
  publicPolicy,
  withAnalyticsSettings,
} from './content-security.ts';
import { type Head, portalHead, publicHead, ROBOTS, withHead } from './document-head.ts';
import {
  amountIn,
  answersElement,
  firstAnswers,
  isDeadLink,
  languagesIn,
} from './first-answers.ts';
import { languageOfPage } from './page-language.ts';
import { permissionsFor } from './security-headers.ts';

const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;
const NONCE_BYTES = 18;
const COMPANY_PLACEHOLDER = '__COMPANY_NAME__';
const AMOUNT_PLACEHOLDER = '__AMOUNT__';
/** Assets that only signed-in customers need. Public links omit them. */
const ACCOUNT_LINES = /\s*<link [^>]*\bdata-account\b[^>]*>/g;

async function readDocuments(folder: string) {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const accountHtml = await read('portal.html');
  const linkHtml = accountHtml.replace(ACCOUNT_LINES, '');
  return { publicHtml: await read('index.html'), accountHtml, linkHtml };
}
type Documents = Awaited<ReturnType<typeof readDocuments>>;

/** English documents are at the top level of the build. Every other language has its own folder. */
async function readLanguages(folder: string): Promise<Record<Language, Documents>> {
  const entries = LANGUAGES.map(async (language) => {
    const within = language === DEFAULT_LANGUAGE ? '' : language;
    return [language, await readDocuments(join(folder, within))] as const;
  });
  // Safe because every language has an entry.
  return Object.fromEntries(await Promise.all(entries)) as Record<Language, Documents>;
}

/** Returns null for a file that the build does not contain. */
async function readOptional(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch {
    return null;
  }
}

/** The staff console exists only in English. */
async function readDesk(folder: string): Promise<string | null> {
  return (await readOptional(join(folder, 'desk.html')))?.toString('utf8') ?? null;
}

type Page = {
  html: string;
  /** Text from companies and customers is inserted last, because nothing inside it may be replaced. */
  head?: Head;
  companyName?: string;
  amount?: string;
  data?: string;
  nonce: string;
  policy: string;
  status: number;
  processorOrigins: readonly string[];
};

async function sendPage({ request, reply }: Exchange, page: Page): Promise<FastifyReply> {
  const { html, head, companyName = '', amount = '', data = '' } = page;
  const { nonce, policy, status, processorOrigins } = page;
  const filled = html
    .replace(NONCE_PLACEHOLDER, nonce)
    .replace(AMOUNT_PLACEHOLDER, () => escapeHtml(amount))
    .replace(COMPANY_PLACEHOLDER, () => escapeHtml(companyName));
  const text = (head ? withHead(filled, head) : filled).replace('</body>', () => `${data}</body>`);
  const { bytes, encoding } = await encode(text, request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'permissions-policy': permissionsFor(processorOrigins),
      'cache-control': 'no-store',
      vary: 'accept-encoding, accept-language',
    })
    .send(bytes);
}

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

const DAY_S = 24 * 60 * 60;

/** Files with fixed names, which browsers and crawlers request without a link. */
async function registerWellKnown(app: FastifyInstance, folder: string): Promise<void> {
  const icon = await readOptional(join(folder, 'favicon.ico'));
  const send = (reply: FastifyReply, type: string, content: string | Buffer) =>
    reply
      .headers({ 'content-type': type, 'cache-control': `public, max-age=${DAY_S}` })
      .send(content);
  app.get('/robots.txt', (_request, reply) => send(reply, 'text/plain; charset=utf-8', ROBOTS));
  if (icon) app.get('/favicon.ico', (_request, reply) => send(reply, 'image/x-icon', icon));
}

function portalHtml(
  { accountHtml, linkHtml }: Documents,
  pathname: string,
  company: PortalCompany | null,
): string {
  const html = toParams(PORTAL_PATHS.payLink, pathname) ? linkHtml : accountHtml;
  return company ? withBrand(html, company.palette) : html;
}

type DocumentContext = {
  deps: Deps;
  deskHtml: string | null;
  documents: Record<Language, Documents>;
  analytics: AnalyticsSettings | null;
};

async function sendPublic(
  { deps, documents, analytics }: DocumentContext,
  exchange: Exchange,
  url: URL,
) {
  const nonce = toNonce(deps);
  const settings = isTrackedPath(`/${url.pathname.split('/')[1] ?? ''}`) ? analytics : null;
  const language = languageOfPage(deps, { exchange, url });
  const { publicHtml } = documents[language];
  return sendPage(exchange, {
    html: settings ? withAnalyticsSettings(publicHtml, settings) : publicHtml,
    head: publicHead(deps.publicUrl, language, url),
    nonce,
    policy: publicPolicy(nonce, settings && analyticsSources(settings)),
    status: 200,
    processorOrigins: [],
  });
}

async function sendPortal({ deps, documents }: DocumentContext, exchange: Exchange, url: URL) {
  const { pathname, search } = url;
  const [, segment = ''] = pathname.split('/');
  const company = await portalCompany(deps, segment);
  // Each page has exactly one URL spelling, because the browser compares the segment with the session's company
  // (R53).
  if (company && company.domain !== segment) {
    const rest = pathname.slice(segment.length + 1);
    return exchange.reply.redirect(`/${company.domain}${rest}${search}`);
  }
  const nonce = toNonce(deps);
  const processorOrigins = company?.processorOrigins ?? [];
  const isPage = company !== null && isPortalPath(pathname, company);
  const answers = isPage ? await firstAnswers(deps, { exchange, pathname, search }, segment) : [];
  const language = languageOfPage(deps, { exchange, url, ...languagesIn(answers) });
  return sendPage(exchange, {
    html: portalHtml(documents[language], pathname, company),
    head: portalHead(language, company?.name ?? null),
    companyName: company?.name ?? '',
    amount: amountIn(answers),
    data: answersElement(answers),
    nonce,
    policy: portalPolicy(nonce, processorOrigins),
    status: isPage && !isDeadLink(pathname, answers) ? 200 : 404,
    processorOrigins,
  });
}

/** Every company and caller gets the same document. Its API calls enforce what each caller may see. */
async function sendDesk({ deps, deskHtml: html }: DocumentContext, exchange: Exchange) {
  if (html === null) return exchange.reply.callNotFound();
  const nonce = toNonce(deps);
  const page = { html, nonce, policy: deskPolicy(nonce), status: 200, processorOrigins: [] };
  return sendPage(exchange, page);
}

function toNonce({ entropy }: Pick<Deps, 'entropy'>): string {
  return Buffer.from(entropy.bytes(NONCE_BYTES)).toString('base64');
}

export async function registerDocuments(
  app: FastifyInstance,
  deps: Deps,
  { folder, analytics }: { folder: string; analytics: AnalyticsSettings | null },
): Promise<void> {
  const documents = await readLanguages(folder);
  const served: DocumentContext = { deps, documents, deskHtml: await readDesk(folder), analytics };
  await registerAssets(app, join(folder, 'assets'));
  await registerWellKnown(app, folder);
  app.get('/*', async (request: FastifyRequest, reply) => {
    const url = new URL(request.url, 'http://portal');
    const [, segment = ''] = url.pathname.split('/');
    if (segment === 'api') return reply.callNotFound();
    const exchange = { request, reply };
    if (`/${segment}` === DESK_PATH) return sendDesk(served, exchange);
    return isPublicPath(`/${segment}`)
      ? sendPublic(served, exchange, url)
      : sendPortal(served, exchange, url);
  });
}
