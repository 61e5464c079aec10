/** Holds requests until the test releases or fails them, which simulates a slow network without timers. */
import type { Page } from '@playwright/test';

type End = 'continue' | 'abort';

export async function holdRoute(page: Page, url: RegExp): Promise<(end?: End) => void> {
  let release: (end: End) => void = () => {};
  const released = new Promise<End>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await ((await released) === 'abort' ? route.abort() : route.continue());
  });
  return (end = 'continue') => release(end);
}
