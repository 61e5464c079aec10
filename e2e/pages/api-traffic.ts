/** Controls the portal's API traffic in a page: requests are counted, held back, failed or cut off. */
import type { Page, Request, Route } from '@playwright/test';
import { dropFirstAnswers } from './first-answers.ts';

const API = '/api/portal/';

export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(API)) calls.push(pathname.slice(API.length));
  });
  return calls;
}

export async function holdBack(page: Page, request: RegExp) {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const delivered: Promise<void>[] = [];
  await dropFirstAnswers(page);
  await page.route(request, async (route: Route) => {
    const response = await route.fetch();
    const deliver = async (): Promise<void> => {
      await opened;
      // The page may have canceled the request in the meantime.
      await route.fulfill({ response }).catch(() => {});
    };
    const done = deliver();
    delivered.push(done);
    await done;
  });
  return {
    release: async (): Promise<void> => {
      open();
      await Promise.all(delivered);
      await page.unroute(request);
    },
  };
}

export async function fail(page: Page, request: RegExp) {
  await dropFirstAnswers(page);
  await page.route(request, (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'UNEXPECTED' } }),
  );
  return { restore: (): Promise<void> => page.unroute(request) };
}

export async function cut(page: Page, request: RegExp) {
  await dropFirstAnswers(page);
  await page.route(request, (route) => route.abort('connectionreset'));
  return {
    restore: async (): Promise<void> => {
      await page.unroute(request);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
    },
  };
}
