/**
 * The states of a page: loading, failed, empty and full. They are produced by delaying the portal's responses,
 * replacing them with an error, or emptying them.
 */
import { expect, type Page, type Route } from '@playwright/test';
import { isFull } from '../scope.ts';
import { expectNoViolations, expectReadableColors } from './axe.ts';
import { dropFirstAnswers } from './first-answers.ts';

const WIDTHS = [375, 768, 1280] as const;
const HEIGHT = 800;

type PageUnderTest = {
  name: string;
  url: string;
  title: string;
  request: RegExp;
  failedText: string;
  /** The message shown for an empty response; null if the response is never empty. */
  emptyText: string | null;
  fullText: string;
};

const INTERNAL_ERROR = { status: 500, json: { success: false, message: 'UNEXPECTED' } };

export async function expectFits(
  page: Page,
  where: string,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    const overhang = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth);
    await expect.poll(overhang, `${where} at ${width}`).toBeLessThanOrEqual(0);
  }
}

/** A phone is the tightest width for a message; a full run checks every width. */
const expectMessageFits = (page: Page, where: string): Promise<void> =>
  expectFits(page, where, isFull ? WIDTHS : [WIDTHS[0]]);

export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page, `${where}, light`);
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
  await page.emulateMedia({ colorScheme: 'dark' });
  if (isFull) await expectNoViolations(page, `${where}, dark`);
  else await expectReadableColors(page, `${where}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function delayResponses(page: Page, request: RegExp): Promise<{ fail: () => void }> {
  let fail = (): void => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await dropFirstAnswers(page);
  await page.route(request, async (route) => {
    await failed;
    await route.fulfill(INTERNAL_ERROR);
  });
  return { fail: () => fail() };
}

async function fulfillEmpty(route: Route): Promise<void> {
  const response = await route.fetch();
  // The cast is safe because every response of the portal is an object.
  const body = (await response.json()) as Record<string, unknown>;
  const json = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
  );
  await route.fulfill({ response, json });
}

export async function expectAllStates(page: Page, target: PageUnderTest): Promise<void> {
  const { name, request, failedText, emptyText } = target;
  const { fail } = await delayResponses(page, request);
  await page.goto(target.url);
  // Searches only inside `main`, because the document itself contains a placeholder before the first render.
  const loading = page.getByRole('main').locator('[aria-busy="true"]');
  await expect(loading.first(), `${name} loads`).toBeVisible();
  await expectMessageFits(page, `${name}, loading`);

  fail();
  await expect(page.getByRole('alert').filter({ hasText: failedText })).toBeVisible();
  await expectMessageFits(page, `${name}, failed`);
  await page.unroute(request);
  if (emptyText !== null) await page.route(request, fulfillEmpty);
  await page.getByRole('button', { name: 'Try again' }).click();
  if (emptyText !== null) {
    await expect(page.getByText(emptyText).first(), `${name} is empty`).toBeVisible();
    await expectMessageFits(page, `${name}, empty`);
    await page.unroute(request);
    await page.reload();
  }
  await expectFull(page, target);
}

export async function expectFull(
  page: Page,
  { name, title, fullText }: Pick<PageUnderTest, 'name' | 'title' | 'fullText'>,
  runsAxe = true,
): Promise<void> {
  await expect(page.getByText(fullText).first(), `${name} is full`).toBeVisible();
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expectFits(page, name);
  if (runsAxe) await expectAccessible(page, name);
}
