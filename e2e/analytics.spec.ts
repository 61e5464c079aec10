/** Third-party analytics run on the product's own pages, after consent only. This test needs its own portal. */
import type { BrowserContext } from '@playwright/test';
import { PublicInvoice } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

const ANALYTICS = {
  ANALYTICS_URL: 'https://plausible.example',
  ANALYTICS_SITE: 'pay.example.com',
  CLARITY_ID: 'abcdef1234',
  META_PIXEL_ID: '1234567890',
  LINKEDIN_PARTNER_ID: '98765',
} as const;
const ENDPOINTS = [
  'https://plausible.example/api/event',
  'https://px.ads.linkedin.com/collect/',
  'https://www.clarity.ms/tag/abcdef1234',
  'https://www.facebook.com/tr',
];

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal(ANALYTICS);
});
test.afterAll(() => portal?.stop());
test.use(PHONE);

async function recordThirdPartyRequests(context: BrowserContext): Promise<Set<string>> {
  const thirdParties = new Set<string>();
  await context.route(/^https:/, (route) => {
    const { origin, pathname } = new URL(route.request().url());
    thirdParties.add(`${origin}${pathname}`);
    return route.fulfill({ status: 200, body: '' });
  });
  return thirdParties;
}

test(
  'analytics run only on the product’s own pages and only after consent',
  FULL_ONLY,
  async ({ page, context }) => {
    const thirdParties = await recordThirdPartyRequests(context);
    await page.goto(portal.url);
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
    expect([...thirdParties]).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect.poll(() => [...thirdParties].sort()).toEqual(ENDPOINTS);
    expect(await page.evaluate(() => 'clarity' in window)).toBe(true);

    thirdParties.clear();
    await page.getByRole('link', { name: 'Find your invoice' }).first().click();
    await expect(page.getByRole('textbox', { name: /reference/ })).toBeVisible();
    await expect.poll(() => page.evaluate(() => 'clarity' in window)).toBe(false);
    expect([...thirdParties]).toEqual([]);

    await new PublicInvoice(page).open((await portal.unpaid('harbor')).url);
    expect(await page.evaluate(() => 'clarity' in window)).toBe(false);
    expect([...thirdParties]).toEqual([]);

    await page.goto(`${portal.url}/privacy-policy`);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('Usage statistics are off.')).toBeVisible();
    expect(await page.evaluate(() => 'clarity' in window)).toBe(false);
  },
);
