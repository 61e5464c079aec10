// Builds the web app: two documents for production (the public pages and the portal, because their content
// security policies differ), in one language: `--mode es` builds the Spanish ones, and no mode the English ones (decision
// 0087). `--mode gallery` builds the component gallery, which is not shipped.

import { DEFAULT_LANGUAGE, languageOf } from '@quittance/contract/language';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { CHUNKS } from './build/chunks.ts';
import {
  documents,
  documentsIn,
  inlineFirstPaint,
  preloadAccount,
  preloadFont,
} from './build/documents.ts';
import { pureContract } from './build/pure-contract.ts';
import { filesOfImport, retriableImports } from './build/retriable-imports.ts';

const ROOT = import.meta.dirname;
/** Modern browsers of the last three years; CSS is lowered to the same set. */
const TARGET = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];

const textsIn = (language: string): string => `${ROOT}/src/texts/${language}`;

export default defineConfig(({ mode }) => {
  const isGallery = mode === 'gallery';
  const language = languageOf(mode) ?? DEFAULT_LANGUAGE;
  const app = language === DEFAULT_LANGUAGE ? 'dist/app' : `dist/app/${language}`;
  return {
    root: ROOT,
    appType: 'mpa',
    plugins: [
      pureContract(),
      react(),
      documents(),
      documentsIn(language, textsIn(language)),
      preloadFont(),
      preloadAccount(),
      inlineFirstPaint(),
      retriableImports(),
    ],
    html: { cspNonce: '__CSP_NONCE__' },
    // Workspace packages are bundled from their TypeScript sources.
    resolve: {
      conditions: ['source', ...defaultClientConditions],
      alias: [{ find: /^#texts\/(.+)$/, replacement: `${textsIn(language)}/$1.ts` }],
    },
    css: { transformer: 'lightningcss' },
    server: {
      proxy: {
        '/api': { target: 'http://localhost:3000', ws: true },
      },
    },
    build: {
      outDir: isGallery ? 'dist/gallery' : app,
      emptyOutDir: true,
      target: TARGET,
      cssMinify: 'lightningcss',
      sourcemap: false,
      // font-src 'self' refuses data: URLs, and separate files are cached better.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: filesOfImport },
      rolldownOptions: {
        input: isGallery
          ? { gallery: `${ROOT}/ui-gallery.html` }
          : { index: `${ROOT}/index.html`, portal: `${ROOT}/portal.html` },
        output: { codeSplitting: { groups: CHUNKS } },
      },
    },
  };
});
