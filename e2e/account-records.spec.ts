/** The records of an account on a phone (R60 to R62): the statement with its files, and the history with its texts. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Download, Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

const VERIFY = fileURLToPath(new URL('../docs/verify-history.mjs', import.meta.url));
const WIDE = { viewport: { width: 1280, height: 800 } };

async function download(page: Page, name: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return started;
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBe(0);
}

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });

/** The amounts of the summary: opening, charges, payments, closing. */
async function sumsOf(page: Page): Promise<string[]> {
  return (await summary(page).getByRole('definition').allInnerTexts()).map((text) => text.trim());
}

async function readStatement(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Account statement' })).toBeVisible();
  const year = new Date().getUTCFullYear();
  await page.getByRole('combobox', { name: 'Period' }).selectOption(String(year - 1));
  await expect(page).toHaveURL(new RegExp(`from=${year - 1}-01-01&to=${year - 1}-12-31$`));
  await expect(summary(page)).toContainText(`December 31, ${year - 1}`);
  await expectNoViolations(page, 'the statement');
  await expectNoOverflow(page);
  const sums = await sumsOf(page);
  const csv = await download(page, 'Statement as CSV');
  expect(csv.suggestedFilename()).toBe(`statement-${year - 1}-01-01-${year - 1}-12-31.csv`);
  const rows = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n');
  const [charges, credits, closing] = rows.at(-1)?.split(',').slice(-3) ?? [];
  const dollars = (text = '') => `$${text.replace(/\B(?=(\d{3})+\.)/g, ',')}`;
  expect(sums.slice(1)).toEqual([charges, credits, closing].map(dollars));
  const receipts = await download(page, 'All receipts of this period');
  expect((await readFile(await receipts.path())).subarray(0, 8).toString()).toBe('%PDF-1.7');

  await page.getByRole('combobox', { name: 'Period' }).selectOption('Other dates');
  await page.getByLabel('From', { exact: true }).fill('2001-01-01');
  await page.getByLabel('To', { exact: true }).fill('2000-01-01');
  await expect(page.getByText('Choose a first day that is not after the last day')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2001-12-31');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('Nothing was charged or paid in this period')).toBeVisible();
}

async function readHistory(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Agreements and history' }).click();
  await expect(page).toHaveURL(/\/harbor\/history$/);
  await page.getByRole('button', { name: 'View exact text' }).first().click();
  await expect(page.getByText(/^I authorize Harbor Dental/).first()).toBeVisible();
  await expectNoViolations(page, 'the history');
  await expectNoOverflow(page);
  const head = /Last entry: (\d+:[0-9a-f]{64})/.exec(await page.getByRole('main').innerText())?.[1];
  const data = await download(page, 'Data file for verification');
  const args = [VERIFY, await data.path(), head ?? ''];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(`intact: ${head}\n`);
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('on a phone an invoice by its link shows lines and PO number, and is a PDF', async ({
    page,
    portal,
  }) => {
    await page.goto(portal.link('northwind', 'NW-1183').url);
    await expect(page.getByRole('heading', { level: 2, name: 'Items' })).toBeVisible();
    for (const text of ['Quartz countertop, square feet', '42.5 × $58.00', '$2,465.00', 'K-118-3'])
      await expect(page.getByText(text).first()).toBeVisible();
    await expectNoOverflow(page);
    const invoice = await download(page, 'Download invoice (PDF)');
    expect((await readFile(await invoice.path())).subarray(0, 8).toString()).toBe('%PDF-1.7');
  });

  test('on a phone the statement and the history are read, downloaded and verified', async ({
    page,
    portal,
    signInAs,
  }) => {
    await signInAs(CUSTOMERS.maya);
    await page.goto(`${portal.url}/harbor/invoices`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Statement', exact: true }).click();
    await readStatement(page);
    await readHistory(page);
  });
});

test.describe('on a desktop', () => {
  test.use(WIDE);

  test(
    'on a desktop the statement and the history are read, downloaded and verified',
    FULL_ONLY,
    async ({ page, portal, signInAs }) => {
      await signInAs(CUSTOMERS.maya);
      await page.goto(`${portal.url}/harbor/statement`);
      await readStatement(page);
      await readHistory(page);
    },
  );
});
