/**
 * The shell around the pages: navigation, sidebar, color scheme, print, the fallback for a render error, and a
 * very long list.
 */
import type { Page } from '@playwright/test';
import { insertManyInvoices } from './database.ts';
import { CUSTOMERS } from './demo-companies.ts';
import { dropFirstAnswers } from './pages/first-answers.ts';
import { expectAccessible } from './pages/page-states.ts';
import { FULL_ONLY, isFull } from './scope.ts';
import { expect, test } from './test.ts';

test.use({ colorScheme: 'light' });

async function countSheets(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test(
  'an invoice prints on one sheet, without controls',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.grace);
    const longest = { 'NW-1164': 'payments made' };
    const others = { 'NW-1183': 'Cabinets', 'NW-1179': 'Structural' };
    const invoices = isFull ? { ...others, ...longest } : longest;
    for (const [invoiceRef, text] of Object.entries(invoices)) {
      await page.goto(`${portal.url}/northwind/invoices/${invoiceRef}`);
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(page.getByText(/^Auto-pay is o/)).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: 'Payments' })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await countSheets(page), invoiceRef).toBe(1);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Northwind Builders', { exact: true })).toBeVisible();
    for (const role of ['button', 'navigation', 'combobox', 'switch'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
    await expect(page.getByRole('contentinfo')).toBeHidden();
  },
);

test('a render error shows the fallback, is reported, and allows a reload', async ({
  page,
  portal,
}) => {
  const { url } = portal.link('northwind', 'NW-1183');
  await dropFirstAnswers(page);
  await page.route(/\/public\/account\//, async (route) => {
    const response = await route.fetch();
    // The cast is safe because every response of this endpoint has an account.
    const { account } = (await response.json()) as { account: object };
    await route.fulfill({
      response,
      json: { success: true, account: { ...account, payable: null } },
    });
  });
  const reported = page.waitForRequest(/\/slack-notification$/);
  await page.goto(url);
  await expect(page.getByRole('alert')).toContainText('Something went wrong.');
  const report = (await reported).postDataJSON();
  expect(report).toMatchObject({ source: 'Payment platform', type: 'ERROR' });
  expect(report).toMatchObject({ message: expect.any(String), stack: expect.any(String) });
  await expectAccessible(page, 'the fallback');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('Invoice NW-1183')).toBeVisible();
});

test('the color scheme is selected once for all pages', FULL_ONLY, async ({ page, portal }) => {
  const scheme = () =>
    page.evaluate(() => [
      document.documentElement.dataset['theme'] ?? null,
      getComputedStyle(document.body).colorScheme,
    ]);
  await page.goto(`${portal.url}/faq`);
  expect(await scheme()).toEqual([null, 'light dark']);
  await page.getByRole('combobox', { name: 'Appearance' }).selectOption('Dark');
  expect(await scheme()).toEqual(['dark', 'dark']);
  await page.goto(portal.link('northwind', 'NW-1183').url, { waitUntil: 'commit' });
  await expect(page.getByText('Invoice NW-1183')).toBeVisible();
  expect(await scheme()).toEqual(['dark', 'dark']);
  await page.getByRole('combobox', { name: 'Appearance' }).selectOption('Match device');
  await page.reload();
  expect(await scheme()).toEqual([null, 'light dark']);
});

test('the shell has navigation links and a sidebar', async ({ page, portal, signInAs }) => {
  await signInAs(CUSTOMERS.grace);
  await page.goto(`${portal.url}/northwind/invoices/NW-1183`);
  const links = page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
  await expect(links).toHaveText([
    'Projects',
    'Contracts',
    'Invoices',
    'Payments',
    'Statement',
    'Profile',
  ]);
  await expect(page.locator('[aria-current="page"]')).toHaveText('Invoices');
  await expect(page.locator('#page-icon')).toHaveAttribute('href', /northwind|data:image/);
  await expect(page.getByText('Your account information is private')).toBeVisible();

  await page.setViewportSize({ width: 375, height: 667 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const sidebar = page.getByRole('dialog', { name: 'Grace' });
  // The pages, plus the link to the other language.
  await expect(sidebar.getByRole('link')).toHaveCount(7);
  await sidebar.getByRole('link', { name: 'Payments' }).click();
  await expect(sidebar).toBeHidden();
  await expect(page).toHaveURL(/\/northwind\/payments$/);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(sidebar).toBeVisible();
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(sidebar).toBeHidden();
  await expect(page.getByRole('link', { name: 'Payments', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

const MANY = 100_000;
const NODES_MAX = 1_500;

test(
  'a list of 100,000 invoices is searched and paged like a list of ten invoices',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await insertManyInvoices(portal.dataDir, {
      customerRef: CUSTOMERS.hanna.reference,
      count: MANY,
    });
    await signInAs(CUSTOMERS.hanna);
    const took: number[] = [];
    page.on('requestfinished', (request) => {
      if (/\/account\?/.test(request.url())) took.push(request.timing().responseEnd);
    });
    const row = (name: string) => page.getByRole('link', { name, exact: true });
    const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
    await page.goto(`${portal.url}/northwind/invoices`);
    await expect(page.getByRole('link', { name: /^MANY-/ }).first()).toBeVisible();
    expect(await nodes()).toBeLessThan(NODES_MAX);
    for (const pageNumber of [2, 3]) {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText(`Page ${pageNumber}`)).toBeVisible();
    }
    const box = page.getByRole('searchbox', { name: 'Search invoices' });
    await box.fill('many-077777');
    await expect(row('MANY-077777')).toBeVisible();
    await expect(row('MANY-077778')).toHaveCount(0);
    await box.fill('1,777.77');
    await expect(row('MANY-077777')).toBeVisible();
    await page.setViewportSize({ width: 375, height: 667 });
    expect(await nodes()).toBeLessThan(NODES_MAX);
    // Uses the fastest run, because the others may have waited for the CPU.
    expect(Math.min(...took)).toBeLessThan(500);
  },
);
