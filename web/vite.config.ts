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

const PORTAL_START = `${ROOT}/src/portal-main.tsx`;
const PUBLIC_START = `${ROOT}/src/public-main.tsx`;

/** What starts a document is in no file that another one could ask for, so it does not reach itself. */
function startsOf(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const seen = new Set([id]);
  for (const each of seen) {
    for (const importer of context.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  const isStart = id === PORTAL_START || id === PUBLIC_START;
  return new Set(isStart ? [] : [PORTAL_START, PUBLIC_START].filter((start) => seen.has(start)));
}

/**
 * What a payer's document needs at once comes in few files, since on a phone each costs a round trip:
 * what it shares with the public pages, and what is its own. Everything that is asked for later stays
 * split as the pages are.
 */
const FIRST_DOWNLOAD: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: REACT_MODULES, priority: 3 },
  {
    name: (id, context) => (startsOf(id, context).size > 1 ? 'both' : null),
    debugName: 'both documents',
    tags: ['$initial'],
    priority: 2,
  },
  {
    name: (id, context) => (startsOf(id, context).has(PORTAL_START) ? 'portal' : null),
    debugName: 'the portal',
    tags: ['$initial'],
    priority: 1,
  },
];

export default defineConfig(({ mode }) => {
  const isGallery = mode === 'gallery';
  return {
    root: ROOT,
    appType: 'mpa',
    plugins: [pureContract(), react(), documents(), documentLanguage(), preloadFont()],
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
        output: { codeSplitting: { groups: FIRST_DOWNLOAD } },
      },
    },
  };
});
