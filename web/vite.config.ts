// Builds the browser's side: two documents for production (the public pages and the portal, which
// never share a page: their content policies differ), and the component gallery when asked for it
// with `--mode gallery`. The gallery is no part of what is shipped.

import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type Rolldown } from 'vite';

const ROOT = import.meta.dirname;
const GALLERY_PATH = '/__ui';
const PUBLIC_PATHS = [
  '/',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
  '/onboarding',
  '/resolve',
];

/** Modern browsers of the last three years; CSS is lowered to the same set. */
const TARGET = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];

/** Changes only with its version, so returning payers have it in their cache after a release. */
const REACT_MODULES = /node_modules\/(?:react|react-dom|scheduler)\//;

/** The folder of texts that is built in: one language per build (decision 0032). */
const LANGUAGE = process.env['QUITTANCE_LANGUAGE'] || 'en';
const TEXTS = { find: /^#texts\/(.+)$/, replacement: `${ROOT}/src/texts/${LANGUAGE}/$1.ts` };

/** In development, answers addresses the way the server does in production. */
function documents(): Plugin {
  const documentFor = (path: string): string => {
    if (path === GALLERY_PATH) return '/ui-gallery.html';
    return PUBLIC_PATHS.includes(path) ? '/index.html' : '/portal.html';
  };
  return {
    name: 'documents',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace('__COMPANY_NAME__', ''),
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '/', query] = (request.url ?? '/').split('?');
        const isPage = request.headers.accept?.includes('text/html') && !path.includes('.');
        if (isPage) request.url = documentFor(path) + (query === undefined ? '' : `?${query}`);
        next();
      });
    },
  };
}

/**
 * Schemas are made by calls, and a bundler keeps a call it knows nothing about. The contract's make
 * values and do nothing else, so those that no page uses may go, and most of zod with them.
 */
function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts$/ },
      handler(code) {
        const { body } = this.parse(code, { lang: 'ts' });
        return { code: body.toReversed().reduce(markPure, code), map: null };
      },
    },
  };
}

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** From the last statement to the first, so that earlier positions stay true. */
function markPure(code: string, statement: Statement): string {
  const declaration =
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return code;
  return declaration.declarations.reduceRight((text, { init }) => {
    const made = init?.type === 'TSSatisfiesExpression' ? init.expression : init;
    if (init === null || made?.type !== 'CallExpression') return text;
    const call = text.slice(init.start, init.end);
    return `${text.slice(0, init.start)}/* @__PURE__ */ (() => ${call})()${text.slice(init.end)}`;
  }, code);
}

/** Documents are written in English; a screen reader must know when their texts are not. */
function documentLanguage(): Plugin {
  return {
    name: 'document-language',
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${LANGUAGE}">`),
  };
}

/** The latin font is needed by the first text on every page, so the document asks for it early. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) =>
          /inter-latin-wght-normal.*\.woff2$/.test(name),
        );
        if (font === undefined) return [];
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          href: `/${font}`,
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/**
 * What a signed-in customer needs beside the first download, named in the portal's document. The server
 * takes these lines out for a public link, which can do without.
 */
function nameAccount(): Plugin {
  return {
    name: 'name-account',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, filename }) {
        if (!filename.endsWith('portal.html')) return [];
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const needed = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId === ACCOUNT));
        for (const { imports } of needed) {
          for (const chunk of chunks.filter(({ fileName }) => imports.includes(fileName)))
            if (!html.includes(chunk.fileName)) needed.add(chunk);
        }
        const styles = [...needed].flatMap(({ viteMetadata }) => [
          ...(viteMetadata?.importedCss ?? []),
        ]);
        return [
          ...styles.map((file) => ({ rel: 'preload', as: 'style', href: `/${file}` })),
          ...[...needed].map(({ fileName }) => ({ rel: 'modulepreload', href: `/${fileName}` })),
        ].map((attrs) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true, 'data-account': true },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

const PORTAL_START = `${ROOT}/src/portal-main.tsx`;
const PUBLIC_START = `${ROOT}/src/public-main.tsx`;

const inSource = (name: string): string => `${ROOT}/src/${name}.tsx`;

/** Everything behind a sign-in, but for what is fetched from there: large, or seldom seen. */
const ACCOUNT = inSource('app/customer-area');
const FROM_ACCOUNT = [
  'features/sign-in/sign-in-again',
  'pages/portal/contracts',
  'pages/portal/enter',
  'pages/portal/login',
  'pages/portal/profile',
  'pages/portal/project',
  'popups/burger-menu',
].map(inSource);
const PAYING = ['popups/pay', 'popups/change-method'].map(inSource);
/** Small parts that others hold too, and that are often needed without them. */
const RECEIPT = inSource('features/invoice/receipt-button');
const DIALOG = inSource('ui/dialog');

/** The modules through which a module is asked for: itself, and all that import it at once. */
function importersOf(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const seen = new Set([id]);
  for (const each of seen) {
    for (const importer of context.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  return seen;
}

/** What starts a document is in no file that another one could ask for, so it does not reach itself. */
function startsOf(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const seen = importersOf(id, context);
  const isStart = id === PORTAL_START || id === PUBLIC_START;
  return new Set(isStart ? [] : [PORTAL_START, PUBLIC_START].filter((start) => seen.has(start)));
}

/** The files that are asked for by themselves, later, and cannot do without a module. */
function askersOf(id: string, context: Rolldown.ChunkingContext): string[] {
  const isAskedFor = (each: string): boolean =>
    (context.getModuleInfo(each)?.dynamicImporters.length ?? 0) > 0;
  return [...importersOf(id, context)].filter(isAskedFor);
}

/** Whose a module is that is asked for later: a customer's account, the popups that pay, or anybody's. */
function laterFileOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const askers = askersOf(id, context);
  const isOnlyOf = (files: readonly string[]) => askers.every((asker) => files.includes(asker));
  if (askers.includes(RECEIPT)) return 'receipt';
  if (askers.length > 0 && importersOf(id, context).has(DIALOG)) return 'dialog';
  if (askers.includes(ACCOUNT)) return isOnlyOf([ACCOUNT, ...FROM_ACCOUNT]) ? 'account' : 'shared';
  return askers.some((asker) => PAYING.includes(asker)) ? 'paying' : null;
}

/**
 * What a payer's document needs at once comes in few files, since on a phone each costs a round trip:
 * what it shares with the public pages, and what is its own. So does what a signed-in customer sees,
 * which that document names as well, and the popup that pays. The rest stays split as the pages are.
 */
const FILES: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: REACT_MODULES, priority: 4 },
  {
    name: (id, context) => (startsOf(id, context).size > 1 ? 'both' : null),
    debugName: 'both documents',
    tags: ['$initial'],
    priority: 3,
  },
  {
    name: (id, context) => (startsOf(id, context).has(PORTAL_START) ? 'portal' : null),
    debugName: 'the portal',
    tags: ['$initial'],
    priority: 2,
  },
  ...['receipt', 'dialog', 'shared', 'account', 'paying'].map((file, index) => ({
    name: (id: string, context: Rolldown.ChunkingContext) =>
      laterFileOf(id, context) === file ? file : null,
    debugName: file,
    // A file takes along what its modules import, so those come first that others import from.
    priority: 1 - (index + 1) / 10,
  })),
];

export default defineConfig(({ mode }) => {
  const isGallery = mode === 'gallery';
  return {
    root: ROOT,
    appType: 'mpa',
    plugins: [
      pureContract(),
      react(),
      documents(),
      documentLanguage(),
      preloadFont(),
      nameAccount(),
    ],
    html: { cspNonce: '__CSP_NONCE__' },
    // Workspace packages are read from their TypeScript, so no build has to run first.
    resolve: { conditions: ['source', ...defaultClientConditions], alias: [TEXTS] },
    css: { transformer: 'lightningcss' },
    server: {
      proxy: {
        '/api': { target: 'http://localhost:3000', ws: true },
      },
    },
    build: {
      outDir: isGallery ? 'dist/gallery' : 'dist/app',
      emptyOutDir: true,
      target: TARGET,
      cssMinify: 'lightningcss',
      sourcemap: false,
      // font-src 'self' refuses data: addresses, and small files cache better by themselves.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: isGallery
          ? { gallery: `${ROOT}/ui-gallery.html` }
          : { index: `${ROOT}/index.html`, portal: `${ROOT}/portal.html` },
        output: { codeSplitting: { groups: FILES } },
      },
    },
  };
});
