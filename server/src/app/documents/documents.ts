/**
 * Serves the built web app: immutable hashed assets, and HTML documents. The public
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
import type { Origins } from '@quittance/contract/processors/processor-fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PortalCompany, portalCompany } from '../../companies/portal-company.ts';
import type { AnalyticsSettings } from '../../kernel/config.ts';
import type { Deps } from '../../kernel/deps.ts';
import { escapeHtml } from '../../kernel/escape-html.ts';
import { accepts } from '../../platform/http/compression.ts';
import { sendConstant } from '../../platform/http/constant-content.ts';
import type { Exchange } from '../../platform/http/register-route.ts';
import { withBrand } from './brand-style.ts';
import {
  analyticsSources,
  deskPolicy,
  type InlineSources,
  portalPolicy,
  publicPolicy,
  withAnalyticsSettings,
} from './content-security.ts';
import { portalHead, publicHead, ROBOTS, withHead } from './document-head.ts';
import { type FirstData, findFirstData, toFirstData } from './first-answers.ts';
import { createKeptLinks, type KeptLinks } from './kept-links.ts';
import { languageOfPage } from './page-language.ts';
import { permissionsFor } from './security-headers.ts';
import {
  compressDocument,
  createShells,
  type Part,
  plainDocument,
  type Shell,
  withBody,
} from './shell.ts';

/** A page has a dozen files, and its first calls are counted as calls. */
const UNCOUNTED = { limits: [] };

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

/** Shared, so that a document without data is compressed once per shell. */
const NO_DATA = toFirstData();

type Page = {
  shell: Shell;
  companyName?: string;
  data?: FirstData;
  /** The policy for inline elements with these sources. */
  policy: (inline: InlineSources) => string;
  status: number;
  processorOrigins: readonly string[];
};

/** Text from companies and customers is inserted last, because nothing inside it may be replaced. */
function fillBody({ shell, companyName = '', data = NO_DATA }: Page): Part {
  const body = shell.body
    .replace(AMOUNT_PLACEHOLDER, () => escapeHtml(data.amount))
    .replace(COMPANY_PLACEHOLDER, () => escapeHtml(companyName));
  return withBody(shell, `${body}${data.element}`);
}

/** The shell contains the company's name as its title, so it determines the whole document. */
function toDocument(page: Page): Part {
  const { data = NO_DATA, shell } = page;
  const known = data.bodies.get(shell);
  if (known) return known;
  const body = fillBody(page);
  data.bodies.set(shell, body);
  return body;
}

async function sendPage(
  { entropy }: Pick<Deps, 'entropy'>,
  { request, reply }: Exchange,
  page: Page,
): Promise<FastifyReply> {
  const { shell, policy, status } = page;
  const nonce = Buffer.from(entropy.bytes(NONCE_BYTES)).toString('base64');
  const tail = `<meta property="csp-nonce" nonce="${nonce}">${shell.end}`;
  const isCompressed = accepts(request.headers['accept-encoding'] ?? '', 'gzip');
  if (isCompressed) reply.header('content-encoding', 'gzip');
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy({ ...shell, nonce }),
      'permissions-policy': permissionsFor(page.processorOrigins),
      'cache-control': 'no-store',
      vary: 'accept-encoding, accept-language',
    })
    .send((isCompressed ? compressDocument : plainDocument)(toDocument(page), tail));
}

async function registerAssets(app: FastifyInstance, root: string): Promise<void> {
  await app.register(async (assets) => {
    assets.addHook('onRoute', (route) => {
      route.config = UNCOUNTED;
    });
    await assets.register(fastifyStatic, {
      root,
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      decorateReply: false,
    });
  });
}

const DAY_S = 24 * 60 * 60;

/** Files with fixed names, which browsers and crawlers request without a link. */
async function registerWellKnown(app: FastifyInstance, folder: string): Promise<void> {
  const icon = await readOptional(join(folder, 'favicon.ico'));
  const serve = (path: string, type: string, content: string | Buffer) => {
    const headers = { 'content-type': type, 'cache-control': `public, max-age=${DAY_S}` };
    app.get(path, { config: UNCOUNTED }, sendConstant({ headers, make: async () => content }));
  };
  serve('/robots.txt', 'text/plain; charset=utf-8', ROBOTS);
  if (icon) serve('/favicon.ico', 'image/x-icon', icon);
}

type DocumentContext = {
  deps: Deps;
  deskHtml: string | null;
  documents: Record<Language, Documents>;
  shells: ReturnType<typeof createShells>;
  analytics: AnalyticsSettings | null;
  keptLinks: KeptLinks<FirstData>;
};

async function sendPublic(
  { deps, documents, shells, analytics }: DocumentContext,
  exchange: Exchange,
  url: URL,
) {
  const settings = isTrackedPath(`/${url.pathname.split('/')[1] ?? ''}`) ? analytics : null;
  const language = languageOfPage(deps, { exchange, url });
  const head = publicHead(deps.publicUrl, language, url);
  const shell = shells(
    `public ${language} ${settings !== null} ${head.title} ${head.links}`,
    () => {
      const html = withHead(documents[language].publicHtml, head);
      return settings ? withAnalyticsSettings(html, settings) : html;
    },
  );
  const sources = settings && analyticsSources(settings);
  return sendPage(deps, exchange, {
    shell,
    policy: (inline) => publicPolicy(inline, sources),
    status: 200,
    processorOrigins: [],
  });
}

function portalShell(
  { documents, shells }: DocumentContext,
  { pathname, language, company }: PortalPage,
): Shell {
  const name = toParams(PORTAL_PATHS.payLink, pathname) ? 'linkHtml' : 'accountHtml';
  const head = portalHead(language, company?.name ?? null);
  const key = `${name} ${language} ${head.title} ${JSON.stringify(company?.palette)}`;
  return shells(key, () => {
    const html = documents[language][name];
    return withHead(company ? withBrand(html, company) : html, head);
  });
}

const NO_ORIGINS: Origins = { scripts: [], connections: [], frames: [] };

type PortalPage = { pathname: string; language: Language; company: PortalCompany | null };

async function sendPortal(context: DocumentContext, exchange: Exchange, url: URL) {
  const { deps, keptLinks } = context;
  const { pathname, search } = url;
  const [, segment = ''] = pathname.split('/');
  const company = await portalCompany(deps, segment);
  // Each page has exactly one URL spelling, because the browser compares the segment with the session's company
  // (R53).
  if (company && company.domain !== segment) {
    const rest = pathname.slice(segment.length + 1);
    return exchange.reply.redirect(`/${company.domain}${rest}${search}`);
  }
  const processor = company?.processorOrigins ?? NO_ORIGINS;
  const isPage = company !== null && isPortalPath(pathname, company);
  const data = isPage
    ? await findFirstData(deps, { exchange, pathname, search, keptLinks }, segment)
    : NO_DATA;
  const language = languageOfPage(deps, { exchange, url, ...data.languages });
  return sendPage(deps, exchange, {
    shell: portalShell(context, { pathname, language, company }),
    companyName: company?.name ?? '',
    data,
    policy: (inline) => portalPolicy(inline, processor),
    status: isPage && !data.isDeadLink ? 200 : 404,
    processorOrigins: processor.frames,
  });
}

/** Every company and caller gets the same document. Its API calls enforce what each caller may see. */
async function sendDesk({ deps, deskHtml, shells }: DocumentContext, exchange: Exchange) {
  if (deskHtml === null) return exchange.reply.callNotFound();
  const shell = shells('desk', () => deskHtml);
  return sendPage(deps, exchange, { shell, policy: deskPolicy, status: 200, processorOrigins: [] });
}

export async function registerDocuments(
  app: FastifyInstance,
  deps: Deps,
  { folder, analytics }: { folder: string; analytics: AnalyticsSettings | null },
): Promise<void> {
  const documents = await readLanguages(folder);
  const shells = createShells();
  const deskHtml = await readDesk(folder);
  const keptLinks = createKeptLinks<FirstData>();
  const served: DocumentContext = { deps, documents, deskHtml, shells, analytics, keptLinks };
  await registerAssets(app, join(folder, 'assets'));
  await registerWellKnown(app, folder);
  app.get('/*', { config: UNCOUNTED }, async (request: FastifyRequest, reply) => {
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
