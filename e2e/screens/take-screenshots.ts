/**
 * `npm run screenshots`: every state at each width, light and dark; those around a payment also under the
 * brands that are hard to read. Takes pictures and judges nothing: somebody has to look at them.
 */
import { mkdir } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { SignIn } from '../pages/sign-in.ts';
import { Mailbox } from '../pages/sign-in-mail.ts';
import { type Portal, startPortal } from '../portal.ts';
import { CUSTOMER_STORIES } from './customer.ts';
import { PORTAL_PAGE_STORIES, PUBLIC_PAGE_STORIES } from './pages.ts';
import { type Palette, readPalettes, wear } from './palettes.ts';
import { PAY_STORIES } from './popups.ts';
import { type Scene, type State, stillness, WIDTHS, type Width } from './scene.ts';

const FOLDER = process.env['SCREENSHOTS_DIR'] ?? 'screenshots';
const SCHEMES = ['light', 'dark'] as const;
const HEIGHTS = { phone: 667, tablet: 1024, desktop: 800 } as const;
const PAGE_HEIGHT_MAX = 3000;
const PATIENT = { domain: 'harbor', email: 'maya.lindqvist@example.com' } as const;

let portal: Portal;
let palettes: Palette[];
const cookiesOf = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

test.beforeAll(async ({ browser }) => {
  await mkdir(FOLDER, { recursive: true });
  portal = await startPortal();
  const page = await browser.newPage();
  palettes = await readPalettes(page, portal.linksOf('harbor')[0]?.url ?? '');
  await page.close();
});
test.afterAll(() => portal?.stop());
test.use({ reducedMotion: 'reduce' });

type Shot = { page: Page; state: State; width: Width; palette: string };

async function shoot({ page, state, width, palette }: Shot): Promise<void> {
  const { name, sign, isWaiting = false } = state;
  for (const colorScheme of SCHEMES) {
    await page.setViewportSize({ width: WIDTHS[width], height: HEIGHTS[width] });
    await page.emulateMedia({ colorScheme });
    await drawn(page);
    await expect(sign).toBeVisible();
    if (!isWaiting) await expect(page.getByText('Loading ...')).toBeHidden();
    await stillness(page);
    // What a popup covers is no part of the state; a page is shown whole, with its bar at the foot.
    const isPage = (await page.getByRole('dialog').count()) === 0 && name !== 'tooltip';
    if (isPage) await stretch(page, WIDTHS[width]);
    const file = [name, palette, WIDTHS[width], colorScheme].join(' · ');
    await page.screenshot({ path: `${FOLDER}/${file}.png` });
  }
}

/** The page has heard of the change: what it takes away for it is gone by then. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let count = 0; count < 3; count += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

async function stretch(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, PAGE_HEIGHT_MAX) });
}

function camera(page: Page, worn: readonly Palette[]): Scene['show'] {
  return async (state) => {
    const widths = state.widths ?? (['phone', 'desktop'] as const);
    for (const width of widths) await shoot({ page, state, width, palette: 'own colours' });
    for (const palette of worn) {
      const takeOff = await wear(page, palette);
      const [width = 'phone'] = widths;
      await shoot({ page, state, width, palette: palette.name });
      await takeOff();
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(state.sign).toBeVisible();
  };
}

/** By one mail for each customer: the next story goes on with the same session. */
async function enter(page: Page, who: { domain: string; email: string }): Promise<void> {
  const kept = cookiesOf.get(who.email);
  if (kept) return page.context().addCookies(kept);
  const signIn = new SignIn(page);
  await signIn.ask(portal.url, who);
  const { code } = await new Mailbox(portal.sandbox).nextWayIn(who.email);
  await signIn.typeCode(code);
  await signIn.expectInside();
  cookiesOf.set(who.email, await page.context().cookies());
}

// The pages first: later stories pay what is open on them.
for (const { title, tell } of PUBLIC_PAGE_STORIES) {
  test(title, ({ page }) => tell({ page, portal, show: camera(page, []) }));
}
for (const { title, tell, ...who } of PORTAL_PAGE_STORIES) {
  test(title, async ({ page }) => {
    await enter(page, who);
    await tell({ page, portal, show: camera(page, []) });
  });
}
for (const { title, tell } of CUSTOMER_STORIES) {
  test(title, async ({ page }) => {
    await enter(page, PATIENT);
    await tell({ page, portal, show: camera(page, palettes) });
  });
}
for (const { title, tell } of PAY_STORIES) {
  test(title, ({ page }) => tell({ page, portal, show: camera(page, palettes) }));
}
