import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** Pictures are taken with the tests' own browser, in one row: they share one portal. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'take-screenshots.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 300_000,
  projects: [{ name: 'screenshots', use: { viewport: { width: 1280, height: 800 } } }],
});
