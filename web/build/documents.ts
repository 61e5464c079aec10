// Plugins for the documents: routing in development, language, content, and preload links.

import { DESK_PATH, isPublicPath } from '@quittance/contract/pages';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { ACCOUNT } from './chunks.ts';

const GALLERY_PATH = '/__ui';
const DESK_PATHS = new RegExp(`^${DESK_PATH}(?:/|$)`);

export function documents(): Plugin {
  const documentFor = (path: string): string => {
    if (path === GALLERY_PATH) return '/ui-gallery.html';
    if (DESK_PATHS.test(path)) return '/desk.html';
    return isPublicPath(path) ? '/index.html' : '/portal.html';
  };
  return {
    name: 'documents',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/__COMPANY_NAME__|__AMOUNT__/g, ''),
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

type DocumentTexts = typeof import('../src/texts/en/site/document.ts');

/** Sets the language, which screen readers use, and the texts of a document before any script runs. */
export function documentsIn(language: string, texts: string): Plugin {
  return {
    name: 'documents-in-language',
    async transformIndexHtml(html, { filename }) {
      const { module } = await runnerImport<DocumentTexts>(`${texts}/site/document.ts`);
      const { noScript, ...documents } = module.documentTexts;
      const { title, description } =
        documents[filename.endsWith('portal.html') ? 'portal' : 'public'];
      return html
        .replace('<html lang="en">', `<html lang="${language}">`)
        .replace('__TITLE__', title)
        .replace('__DESCRIPTION__', description)
        .replace('__NO_SCRIPT__', noScript);
    },
  };
}

const STYLE_LINK = /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"[^>]*>/g;
/** Scripts and the font are not needed for the first paint. */
const NOT_FOR_FIRST_PAINT = /(<link rel="(?:modulepreload|preload)"|<script type="module")/g;
const CHUNK_LINK = /<link rel="modulepreload" crossorigin href="([^"]+)"/g;
const ICON_LINK = /href="\/([^"]+\.svg)"/;

function toText(bundle: Rolldown.OutputBundle, name: string): string | null {
  const file = bundle[name];
  if (file?.type !== 'asset') return null;
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
}

/**
 * Each chunk of the entry runs as its own task as soon as it arrives, instead of together with the others after the
 * last one. The scripts are at the end of the document, because a chunk may read the elements above.
 */
function chunkScripts(html: string): string {
  const attributes = 'type="module" async crossorigin';
  return [...html.matchAll(CHUNK_LINK)]
    .map(([, href]) => `<script ${attributes} src="${href}"></script>`)
    .join('');
}

const ENTRY_SCRIPT = /<script type="module"[^>]* src="\/([^"]+\.js)"><\/script>/;
const ENTRY_CHARACTERS_MAX = 4_000;

/**
 * Inlines an entry that only starts what its chunks contain, because it would be one more request. Its imports are
 * relative to the folder of the file.
 */
function inlineEntry(bundle: Rolldown.OutputBundle, html: string): string {
  return html.replace(ENTRY_SCRIPT, (script, name: string) => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || file.code.length > ENTRY_CHARACTERS_MAX) return script;
    const folder = name.replace(/[^/]*$/, '');
    const code = file.code.replace(/\b(from|import)(\s*["'])\.\//g, `$1$2/${folder}`);
    return `<script type="module">${code.trim()}</script>`;
  });
}

/**
 * Inlines the styles and the icon of a document, because each would be a request before the first paint. The file's
 * name stays with the styles, so that they are not loaded again with a chunk (`src/shared/api/import-arrived.ts`).
 */
export function inlineFirstPaint(): Plugin {
  return {
    name: 'inline-first-paint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const inline = (link: string, name: string): string => {
          const css = toText(bundle, name);
          const style = `<style data-href="/${name}">`;
          return css === null ? link : `${style}${css.trim()}</style>`;
        };
        const icon = (link: string, name: string): string => {
          const svg = toText(bundle, name);
          return svg === null
            ? link
            : `href="data:image/svg+xml,${encodeURIComponent(svg.trim())}"`;
        };
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
          const html = toText(bundle, file.fileName) ?? '';
          file.source = inlineEntry(bundle, html)
            .replace(STYLE_LINK, inline)
            .replace(ICON_LINK, icon)
            .replace('</body>', `${chunkScripts(html)}</body>`)
            .replace(NOT_FOR_FIRST_PAINT, '$1 fetchpriority="low"');
        }
      },
    },
  };
}

export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-first.*\.woff2$/.test(name));
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
 * Preloads the chunks of a signed-in customer in the portal's document. The server removes the preloads for
 * visitors with a public link, who do not need them.
 */
export function preloadAccount(): Plugin {
  return {
    name: 'preload-account',
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
