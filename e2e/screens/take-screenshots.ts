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
  SCREENS,
  type ScenarioContext,
  type Screen,
  type UiState,
  waitForStillness,
} from './scenario.ts';

const GALLERY_DIR = process.env['GALLERY_DIR'] ?? '';
const FOLDER = process.env['SCREENSHOTS_DIR'] ?? 'screenshots';
/**
 * Without these, every screen in both schemes and with every brand:
 * `SCREENSHOT_SCREENS=phone,desktop SCREENSHOT_SCHEMES=light SCREENSHOT_BRANDS=`.
 */
const listed = (name: string) => process.env[name]?.split(',');
const isWanted = (name: string, value: string) => listed(name)?.includes(value) ?? true;
const ALL_SCREENS = Object.keys(SCREENS) as Screen[]; // because keys() forgets the union
const SCHEMES = (['light', 'dark'] as const).filter((each) => isWanted('SCREENSHOT_SCHEMES', each));
const PAGE_HEIGHT_MAX = 3000;
const LOADING = /^(Loading|Cargando) \.\.\.$/;

/** Most processors' fields keep the scheme in which they were opened; only a run of one scheme shows them in dark. */
const [FIRST_SCHEME = 'light'] = SCHEMES;

test.use({ hasPlainStyles: false, colorScheme: FIRST_SCHEME });
test.beforeAll(() => mkdir(FOLDER, { recursive: true }));

type Shot = { page: Page; state: UiState; screen: Screen; name: string };

async function shoot({ page, state, screen, name: variant }: Shot): Promise<void> {
  const { name, marker, isLoading = false } = state;
  const { width, height } = SCREENS[screen];
  await page.setViewportSize({ width, height });
  await waitForFrames(page);
  await expect(marker).toBeVisible();
  if (!isLoading) await expect(page.getByText(LOADING)).toBeHidden();
  await waitForStillness(page);
  // A sheet may rise again in its new size.
  await waitForFrames(page);
  await waitForStillness(page);
  const isPage = (await page.getByRole('dialog').count()) === 0 && name !== 'tooltip';
  if (isPage) await stretch(page, width);
  await page.screenshot({
    path: `${FOLDER}/${[name, variant, `${width}×${height}`].join(' · ')}.png`,
  });
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

type Camera = { page: Page; language: string; brands?: readonly Palette[] };

/** Changes the color scheme as rarely as possible, because a processor then renders its fields again. */
function camera({ page, language, brands = [] }: Camera): ScenarioContext['show'] {
  return async (state) => {
    const screens = (state.screens ?? ALL_SCREENS).filter((screen) =>
      isWanted('SCREENSHOT_SCREENS', screen),
    );
    const [smallest = 'phone'] = screens;
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      for (const screen of screens)
        await shoot({ page, state, screen, name: `${language} · ${colorScheme}` });
      for (const palette of brands) {
        const restore = await applyPalette(page, palette);
        await shoot({ page, state, screen: smallest, name: `${palette.name} · ${colorScheme}` });
        await restore();
      }
    }
    await page.emulateMedia({ colorScheme: FIRST_SCHEME });
    await expect(state.marker).toBeVisible();
  };
}

test('component gallery', ({ page, language }) => {
  test.skip(language !== 'en', 'the gallery exists in English only');
  return showGallery({ page, show: camera({ page, language }) }, GALLERY_DIR);
});

for (const { title, run } of PUBLIC_PAGE_SCENARIOS) {
  test(title, ({ page, portal, language, texts }) =>
    run({ page, portal, texts, show: camera({ page, language }) }),
  );
}
for (const { title, run, customer } of CUSTOMER_PAGE_SCENARIOS) {
  test(title, async ({ page, portal, language, texts, signInAs }) => {
    await signInAs(customer);
    await run({ page, portal, texts, show: camera({ page, language }) });
  });
}
/** The brands are shown once. */
const brandsIn = (language: string, palettes: Palette[]) =>
  language === 'en' ? palettes.filter(({ name }) => isWanted('SCREENSHOT_BRANDS', name)) : [];

for (const { title, run } of CUSTOMER_SCENARIOS) {
  test(title, async ({ page, portal, language, texts, palettes, signInAs }) => {
    await signInAs(CUSTOMERS.maya);
    const brands = brandsIn(language, palettes);
    await run({ page, portal, texts, show: camera({ page, language, brands }) });
  });
}
for (const { title, run } of [...PAY_SCENARIOS, OTHER_PROCESSOR_SCENARIO]) {
  test(title, ({ page, portal, language, texts, palettes }) => {
    const brands = brandsIn(language, palettes);
    return run({ page, portal, texts, show: camera({ page, language, brands }) });
  });
}
