/**
 * `npm run screenshots`: captures every UI state at each width in light and dark mode, and payment states also with
 * low-contrast brands. The screenshots are for review; nothing is asserted.
 */
import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { CUSTOMERS } from '../demo-companies.ts';
import { expect, test } from '../test.ts';
import { CUSTOMER_SCENARIOS } from './customer.ts';
import { showGallery } from './gallery.ts';
import { CUSTOMER_PAGE_SCENARIOS, PUBLIC_PAGE_SCENARIOS } from './pages.ts';
import { applyPalette, type Palette } from './palettes.ts';
import { OTHER_PROCESSOR_SCENARIO, PAY_SCENARIOS } from './popups.ts';
import {
  HEIGHTS,
  type ScenarioContext,
  type UiState,
  WIDTHS,
  type Width,
  waitForStillness,
} from './scenario.ts';

const GALLERY_DIR = process.env['GALLERY_DIR'] ?? '';
const FOLDER = process.env['SCREENSHOTS_DIR'] ?? 'screenshots';
const SCHEMES = ['light', 'dark'] as const;
const PAGE_HEIGHT_MAX = 3000;

test.use({ hasPlainStyles: false });
test.beforeAll(() => mkdir(FOLDER, { recursive: true }));

type Shot = { page: Page; state: UiState; width: Width; palette: string };

async function shoot({ page, state, width, palette }: Shot): Promise<void> {
  const { name, marker, isLoading = false } = state;
  for (const colorScheme of SCHEMES) {
    await page.setViewportSize({ width: WIDTHS[width], height: HEIGHTS[width] });
    await page.emulateMedia({ colorScheme });
    await waitForFrames(page);
    await expect(marker).toBeVisible();
    if (!isLoading) await expect(page.getByText('Loading ...')).toBeHidden();
    await waitForStillness(page);
    const isPage = (await page.getByRole('dialog').count()) === 0 && name !== 'tooltip';
    if (isPage) await stretch(page, WIDTHS[width]);
    const file = [name, palette, WIDTHS[width], colorScheme].join(' · ');
    await page.screenshot({ path: `${FOLDER}/${file}.png` });
  }
}

async function waitForFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let count = 0; count < 3; count += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

async function stretch(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, PAGE_HEIGHT_MAX) });
}

function camera(page: Page, brands: readonly Palette[]): ScenarioContext['show'] {
  return async (state) => {
    const widths = state.widths ?? (['phone', 'desktop'] as const);
    for (const width of widths) await shoot({ page, state, width, palette: 'own colors' });
    for (const palette of brands) {
      const restore = await applyPalette(page, palette);
      const [width = 'phone'] = widths;
      await shoot({ page, state, width, palette: palette.name });
      await restore();
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(state.marker).toBeVisible();
  };
}

test('component gallery', ({ page }) => showGallery({ page, show: camera(page, []) }, GALLERY_DIR));

for (const { title, run } of PUBLIC_PAGE_SCENARIOS) {
  test(title, ({ page, portal }) => run({ page, portal, show: camera(page, []) }));
}
for (const { title, run, customer } of CUSTOMER_PAGE_SCENARIOS) {
  test(title, async ({ page, portal, signInAs }) => {
    await signInAs(customer);
    await run({ page, portal, show: camera(page, []) });
  });
}
for (const { title, run } of CUSTOMER_SCENARIOS) {
  test(title, async ({ page, portal, palettes, signInAs }) => {
    await signInAs(CUSTOMERS.maya);
    await run({ page, portal, show: camera(page, palettes) });
  });
}
for (const { title, run } of [...PAY_SCENARIOS, OTHER_PROCESSOR_SCENARIO]) {
  test(title, ({ page, portal, palettes }) => run({ page, portal, show: camera(page, palettes) }));
}
