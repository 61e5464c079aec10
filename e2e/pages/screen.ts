/**
 * One screen in each of its states, at each width: while it loads, when it fails, with nothing in it, and
 * full. What is delayed, refused or emptied is the portal's own answer.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type Route } from '@playwright/test';

export const WIDTHS = [375, 768, 1280] as const;
const HEIGHT = 800;
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export type Screen = {
  name: string;
  path: string;
  /** What its window is called. */
  title: string;
  /** The call that brings what is shown. */
  call: RegExp;
  /** What is said when the call fails. */
  apology: string;
  /** What is said when there is nothing; null where there is always something. */
  nothing: string | null;
  /** What is read once everything is there. */
  full: string;
};

type Refusal = { status: number; json: object };
const SERVER_IN_TROUBLE: Refusal = { status: 500, json: { success: false, message: 'UNEXPECTED' } };

/** Nothing is wider than the window, at any width. Leaves it wide. */
export async function expectFits(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const overhang = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth);
    await expect.poll(overhang, `${where} at ${width}`).toBeLessThanOrEqual(0);
  }
}

async function findings(page: Page): Promise<object[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }));
}

/** Light at a desk and dark on a phone: no colour depends on the width. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await findings(page), `${where}, light`).toEqual([]);
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findings(page), `${where}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

function pending() {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Holds the answers back until it is told what to do with them. */
async function holdBack(page: Page, call: RegExp) {
  const { promise: told, resolve: fail } = pending();
  await page.route(call, async (route) => {
    await told;
    await route.fulfill(SERVER_IN_TROUBLE);
  });
  return { fail };
}

/** The portal's own answer with its lists emptied. */
async function emptied(route: Route): Promise<void> {
  const response = await route.fetch();
  // because every answer of the portal is an object
  const answer = (await response.json()) as Record<string, unknown>;
  const json = Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
  );
  await route.fulfill({ response, json });
}

export async function tellStates(page: Page, screen: Screen): Promise<void> {
  const { name, call, apology, nothing } = screen;
  const held = await holdBack(page, call);
  await page.goto(screen.path);
  // Not the picture of the document itself, which stands there before anything is drawn.
  const waiting = page.getByRole('main').locator('[aria-busy="true"]');
  await expect(waiting.first(), `${name} loads`).toBeVisible();
  await expectFits(page, `${name}, loading`);

  held.fail();
  await expect(page.getByRole('alert').filter({ hasText: apology })).toBeVisible();
  await expectFits(page, `${name}, failed`);
  await page.unroute(call);
  if (nothing !== null) await page.route(call, emptied);
  await page.getByRole('button', { name: 'Try again' }).click();
  if (nothing !== null) {
    await expect(page.getByText(nothing).first(), `${name} is empty`).toBeVisible();
    await expectFits(page, `${name}, empty`);
    await page.unroute(call);
    await page.reload();
  }
  await expectFull(page, screen);
}

export async function expectFull(page: Page, screen: Omit<Screen, 'call' | 'apology' | 'nothing'>) {
  const { name, title, full } = screen;
  await expect(page.getByText(full).first(), `${name} is full`).toBeVisible();
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expectFits(page, name);
  await expectNoFindings(page, name);
}
