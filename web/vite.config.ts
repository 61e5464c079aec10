// Builds the web app: two documents for production (the public pages and the portal, because their content security
// policies differ), in one language. `--mode es` builds the Spanish documents, and no mode the English ones
// (decision 0087). `--mode desk` builds the staff console separately, so that none of it is in a payer's chunks
// (decision 0102). `--mode gallery` builds the component gallery and `--mode playground` the page of the failure
// playground, which are not shipped.

import { DEFAULT_LANGUAGE, toLanguage } from '@quittance/contract/language';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { CHUNKS, DESK_CHUNKS } from './build/chunks.ts';
import {
  documents,
  documentsIn,
  inlineFirstPaint,
  preloadAccount,
  preloadFont,
} from './build/documents.ts';
import { evaluatedRows } from './build/evaluated-rows.ts';
import { pureContract } from './build/pure-contract.ts';
import { filesOfImport, retriableImports } from './build/retriable-imports.ts';

const ROOT = import.meta.dirname;
/** Browsers of the last three years. CSS is lowered to the same set. */
const TARGET = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];

const textsIn = (language: string): string => `${ROOT}/src/texts/${language}`;

const toInput = (name: string) => ({ input: { [name]: `${ROOT}/${name}.html` } });

/** The inputs and the output folder of a mode. `scripts/ensure.mjs` combines the parts. */
function toBuild(mode: string) {
  if (mode === 'gallery') return { outDir: 'dist/gallery', bundle: toInput('ui-gallery') };
  if (mode === 'playground') return { outDir: 'dist/playground', bundle: toInput('playground') };
  if (mode === 'desk') {
    const output = { codeSplitting: { groups: DESK_CHUNKS } };
    return { outDir: 'dist/app/desk', bundle: { ...toInput('desk'), output } };
  }
  const language = toLanguage(mode) ?? DEFAULT_LANGUAGE;
  return {
    outDir: language === DEFAULT_LANGUAGE ? 'dist/app' : `dist/app/${language}`,
    bundle: {
      input: { index: `${ROOT}/index.html`, portal: `${ROOT}/portal.html` },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  };
}

export default defineConfig(({ mode }) => {
  const language = toLanguage(mode) ?? DEFAULT_LANGUAGE;
  const { outDir, bundle } = toBuild(mode);
  return {
    root: ROOT,
    appType: 'mpa',
    plugins: [
      evaluatedRows(),
      pureContract(),
      react(),
      documents(),
      documentsIn(language, textsIn(language)),
      preloadFont(),
      preloadAccount(),
      // The playground's content security policy allows no inline code.
      ...(mode === 'playground' ? [] : [inlineFirstPaint()]),
      retriableImports(),
    ],
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
      outDir,
      emptyOutDir: true,
      target: TARGET,
      cssMinify: 'lightningcss',
      sourcemap: false,
      // `font-src 'self'` blocks data: URLs, and separate files are cached better.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: filesOfImport },
      rolldownOptions: bundle,
    },
  };
});
