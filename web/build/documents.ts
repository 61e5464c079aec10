// Plugins for the two documents: routing in development, their language, and preload links.

import { isPublicPath } from '@quittance/contract/pages';
import type { Plugin } from 'vite';
import { ACCOUNT } from './chunks.ts';

const GALLERY_PATH = '/__ui';

/** Routes paths to documents in development as the server does in production. */
export function documents(): Plugin {
  const documentFor = (path: string): string => {
    if (path === GALLERY_PATH) return '/ui-gallery.html';
    return isPublicPath(path) ? '/index.html' : '/portal.html';
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

/** Sets the language of the texts, which screen readers use. */
export function documentLanguage(language: string): Plugin {
  return {
    name: 'document-language',
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
  };
}

/** Preloads the latin font, which the first text on every page needs. */
export function preloadFont(): Plugin {
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
 * Preloads the chunks of a signed-in customer in the portal's document. The server removes these links for a
 * public link, which does not need them.
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
