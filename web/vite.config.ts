// Builds the web app: two documents for production (the public pages and the portal, because their content
// security policies differ), or with `--mode gallery` the component gallery, which is not shipped.

import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { CHUNKS } from './build/chunks.ts';
import {
  documentLanguage,
  documents,
  inlineFirstPaint,
  preloadAccount,
  preloadFont,
} from './build/documents.ts';
import { pureContract } from './build/pure-contract.ts';
import { filesOfImport, retriableImports } from './build/retriable-imports.ts';

const ROOT = import.meta.dirname;
/** Modern browsers of the last three years; CSS is lowered to the same set. */
const TARGET = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];

/** The folder of texts: one language per build (decision 0032). */
const LANGUAGE = process.env['QUITTANCE_LANGUAGE'] || 'en';
const TEXTS = { find: /^#texts\/(.+)$/, replacement: `${ROOT}/src/texts/${LANGUAGE}/$1.ts` };

export default defineConfig(({ mode }) => {
  const isGallery = mode === 'gallery';
  return {
    root: ROOT,
    appType: 'mpa',
    plugins: [
      pureContract(),
      react(),
      documents(),
      documentLanguage(LANGUAGE),
      preloadFont(),
      preloadAccount(),
      inlineFirstPaint(),
      retriableImports(),
    ],
    html: { cspNonce: '__CSP_NONCE__' },
    // Workspace packages are bundled from their TypeScript sources.
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
