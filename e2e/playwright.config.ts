import { defineConfig } from '@playwright/test';
import { EXCLUDED, isFull } from './scope.ts';

const chromiumPath = process.env['CHROMIUM_PATH'];

// Chromium cannot set up its own sandbox as root or in containers.
const isRoot = process.getuid?.() === 0;

/** A later switch replaces an earlier one, so Playwright's own list is repeated here. */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // The browser's own toolbar pages and spare renderers take a quarter of a run's CPU time.
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'PreloadTopChromeWebUILessNavigations',
  'SidePanel',
  'SpareRendererForSitePerProcess',
  'TabSearch',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIReloadButton',
  'WebUITabStrip',
];

const DESKTOP = { viewport: { width: 1280, height: 800 } };

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Each worker has a portal and a browser; two cores can run two workers.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  grepInvert: EXCLUDED,
  use: {
    headless: true,
    reducedMotion: 'reduce',
    // Traces double the duration of a run. Use `npm run e2e -- --trace on` to record one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        // Without a graphics card, emulating one would take a sixth of the CPU time.
        '--disable-gpu',
        '--disable-component-update',
        `--disable-features=${FEATURES_OFF.join(',')}`,
      ],
    },
  },
  // A spec whose layout matters on a phone sets a phone viewport itself.
  projects: [
    { name: 'desktop', use: DESKTOP },
    ...(isFull
      ? [
          {
            name: 'phone',
            testMatch: ['customer-payments.spec.ts', 'pay-in-full.spec.ts', 'portal-pages.spec.ts'],
            use: { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
          },
        ]
      : []),
  ],
});
