/**
 * Every page of the staff console in its loading, failed and empty states: axe finds no violations, and the page
 * fits a phone.
 */
import type { Page } from '@playwright/test';
import { expectNoViolations, expectReadableColors } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { FULL_ONLY } from './scope.ts';
import { DESK_SCREENS, DESK_STATES, openScreen } from './screens/desk.ts';
import { waitForStillness } from './screens/scenario.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 420_000 });
test.use({ colorScheme: 'light' });

/**
 * The viewport is tall so that the bottom bar covers nothing. An element half below the bar would count as too
 * small a target.
 */
const PHONE = { width: 375, height: 4000 };
const DESKTOP = { width: 1280, height: 800 };

/** No table has to be scrolled sideways. */
async function expectNothingCut(page: Page, where: string): Promise<void> {
  const cut = await page
    .locator('main :is(section, div)[tabindex="0"]')
    .evaluateAll((frames) =>
      frames
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((frame) => frame.textContent),
    );
  expect.soft(cut, `${where}, tables`).toEqual([]);
}

async function check(page: Page, where: string): Promise<void> {
  await waitForStillness(page);
  await expectNoViolations(page, where);
  await expectNothingCut(page, where);
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
  });
  await expectReadableColors(page, `${where}, dark`);
  await page.setViewportSize(PHONE);
  // A chart adopts the new width only when it is redrawn.
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(widest, `${where}, phone`).toBeLessThanOrEqual(PHONE.width);
  await expectNothingCut(page, `${where}, phone`);
  await expectNoViolations(page, `${where}, phone, dark`);
  await page.setViewportSize(DESKTOP);
}

test(
  'every desk page is accessible in the light and dark themes, on a phone and a desktop',
  FULL_ONLY,
  async ({ page, portal }) => {
    const desk = new Desk(page, `${portal.url}/desk/northwind`);
    await desk.signInByMail(portal, 'owner.northwind@example.com');
    for (const screen of DESK_SCREENS) {
      await openScreen(desk, screen);
      await check(page, screen.name);
    }
  },
);

test('loading, failed and empty desk pages are accessible', FULL_ONLY, async ({ page, portal }) => {
  const desk = new Desk(page, `${portal.url}/desk/northwind`);
  await desk.signInByMail(portal, 'viewer.northwind@example.com');
  for (const { name, paths, prepare } of DESK_STATES) {
    await prepare(page);
    for (const path of paths) {
      await desk.open(path, /./);
      await check(page, `${path}, ${name}`);
    }
    await page.unrouteAll();
  }
});
