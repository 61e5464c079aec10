import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** The tests' own browser with one worker: the pictures show one portal. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'take-screenshots.ts',
  outputDir: '../../test-results',
  workers: 1,
  fullyParallel: false,
  timeout: 300_000,
  projects: [{ name: 'screenshots', use: { viewport: { width: 1280, height: 800 } } }],
});
