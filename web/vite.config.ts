// Builds the browser's side: two documents for production (the public pages and the portal, which
// never share a page: their content policies differ), and the component gallery when asked for it
// with `--mode gallery`. The gallery is no part of what is shipped.

import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { documentLanguage, documents, nameAccount, preloadFont } from './build/documents.ts';
import { FILES } from './build/files.ts';
import { pureContract } from './build/pure-contract.ts';

const ROOT = import.meta.dirname;
/** Modern browsers of the last three years; CSS is lowered to the same set. */
const TARGET = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];

/** The folder of texts that is built in: one language per build (decision 0032). */
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
