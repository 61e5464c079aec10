import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';
import { LANGUAGES } from '../texts.ts';

/** Uses the tests' own browser with one worker, because all screenshots come from one portal. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'take-screenshots.ts',
  outputDir: '../../test-results',
  workers: 1,
  fullyParallel: false,
  timeout: 900_000,
  projects: LANGUAGES.map((language) => ({
    name: language,
    use: { language, viewport: { width: 1280, height: 800 }, actionTimeout: 30_000 },
  })),
});
