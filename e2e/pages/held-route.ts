/** Requests that wait until the test lets them go: a slow network without a clock. */
import type { Page } from '@playwright/test';

export async function holdRoute(page: Page, url: RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
