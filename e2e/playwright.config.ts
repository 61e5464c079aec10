import { defineConfig } from '@playwright/test';

const chromiumPath = process.env['CHROMIUM_PATH'];

// As root, and in containers, Chromium cannot set up its own sandbox.
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Every file brings up a portal of its own; two at a time is what two cores carry.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    headless: true,
    // Traces double the time of a run: `npm run e2e -- --trace on` for the one that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        // Without one, its emulation takes a sixth of the time.
        '--disable-gpu',
        '--disable-component-update',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      // The narrow screen is the harder one; the three processors are told there.
      testIgnore: ['around-a-payment.spec.ts', 'three-processors.spec.ts', 'ways-to-pay.spec.ts'],
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // What is sent, how often and by whom does not depend on the width of the screen.
      testIgnore: [
        // Changes the width by itself.
        'accessible.spec.ts',
        'canaries.spec.ts',
        'every-screen.spec.ts',
        'guards.spec.ts',
        'keyboard.spec.ts',
        'offline.spec.ts',
        'one-charge.spec.ts',
        'shell.spec.ts',
        'sign-in.spec.ts',
      ],
      use: { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
    },
  ],
});
