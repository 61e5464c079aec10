/** The records of an account (R60 to R62): the statement with its files, and the history with its texts. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Download, Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { expectNoOverflow } from './pages/layout.ts';
import { SignIn } from './pages/sign-in.ts';
import { expect, inEveryLanguage, test } from './test.ts';
import type { Texts } from './texts.ts';

const VERIFY = fileURLToPath(new URL('../docs/verify-history.mjs', import.meta.url));

async function download(page: Page, name: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return started;
}

async function readSums(page: Page, { statementTexts }: Texts): Promise<string[]> {
  const summary = page.getByRole('region', { name: statementTexts.summary });
  return (await summary.getByRole('definition').allInnerTexts()).map((text) => text.trim());
}

function toLastDay(year: number, { dateTexts: { date, months } }: Texts): string {
  return date({ year, month: months[11] ?? '', day: 31, weekday: '' });
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

async function expectCompact(page: Page, name: string): Promise<void> {
  const lines = page.getByRole('list', { name }).getByRole('listitem');
  await expect(lines.first()).toBeVisible();
  for (const line of await lines.all())
    expect((await line.boundingBox())?.height, await line.innerText()).toBeLessThan(120);
}

async function readStatement(page: Page, texts: Texts): Promise<void> {
  const { statementTexts } = texts;
  await expect(page.getByRole('heading', { level: 1, name: statementTexts.title })).toBeVisible();
  const period = page.getByRole('combobox', { name: statementTexts.period });
  const year = new Date().getUTCFullYear() - 1;
  await period.selectOption(String(year));
  await expect(page).toHaveURL(new RegExp(`from=${year}-01-01&to=${year}-12-31$`));
  const summary = page.getByRole('region', { name: statementTexts.summary });
  await expect(summary).toContainText(toLastDay(year, texts));
  if (isPhone(page)) await expectCompact(page, statementTexts.lines);
  await expectNoViolations(page, 'the statement');
  await expectNoOverflow(page);
  const sums = await readSums(page, texts);
  const csv = await download(page, statementTexts.statementCsv);
  expect(csv.suggestedFilename()).toBe(`statement-${year}-01-01-${year}-12-31.csv`);
  const rows = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n');
  const [charges, credits, closing] = rows.at(-1)?.split(',').slice(-3) ?? [];
  const dollars = (text = '') => `$${text.replace(/\B(?=(\d{3})+\.)/g, ',')}`;
  expect(sums.slice(1)).toEqual([charges, credits, closing].map(dollars));
  const receipts = await download(page, statementTexts.receipts);
  expect((await readFile(await receipts.path())).subarray(0, 8).toString()).toBe('%PDF-1.7');

  await period.selectOption(statementTexts.otherDates);
  await page.getByLabel(statementTexts.from, { exact: true }).fill('2001-01-01');
  await page.getByLabel(statementTexts.to, { exact: true }).fill('2000-01-01');
  await expect(page.getByText(statementTexts.wrongOrder)).toBeVisible();
  await page.getByLabel(statementTexts.to, { exact: true }).fill('2001-12-31');
  await page.getByRole('button', { name: statementTexts.show }).click();
  await expect(page.getByText(statementTexts.none)).toBeVisible();
}

async function readHistory(page: Page, { historyTexts, recordTexts, uiTexts }: Texts) {
  await page.getByRole('tab', { name: recordTexts.history }).click();
  await expect(page).toHaveURL(/\/harbor\/history$/);
  const view = uiTexts.view(historyTexts.exactText);
  await page.getByRole('button', { name: view }).first().click();
  // The authorization is shown in the language in which the customer agreed to it.
  await expect(page.getByText(/^I authorize Harbor Dental/).first()).toBeVisible();
  await expectNoViolations(page, 'the history');
  await expectNoOverflow(page);
  const main = page.getByRole('main');
  const facts = main.getByRole('definition').first().locator('..');
  expect((await facts.boundingBox())?.width).toBeLessThan(500);
  expect(await main.innerText()).not.toMatch(/[0-9a-f]{64}/);
  for (const proof of [0, 1]) {
    const details = uiTexts.view(historyTexts.proof);
    await page.getByRole('button', { name: details }).nth(0).click();
    await expect(main.getByText(/[0-9a-f]{64}/).filter({ visible: true })).toHaveCount(proof + 1);
  }
  const shown = await main.innerText();
  const [head = ''] = /\d+:[0-9a-f]{64}/.exec(shown) ?? [];
  expect(shown).toContain(historyTexts.lastEntry(head));
  const data = await download(page, historyTexts.data);
  const args = [VERIFY, await data.path(), head];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(`intact: ${head}\n`);
}

inEveryLanguage(() => {
  test('a public link shows the lines and PO number of an invoice and offers it as a PDF', async ({
    page,
    portal,
    texts,
  }) => {
    const { invoiceTexts } = texts;
    await page.goto(portal.link('northwind', 'NW-1183').url);
    const items = page.getByRole('heading', { level: 2, name: invoiceTexts.billed.title });
    await expect(items).toBeVisible();
    for (const text of ['Quartz countertop, square feet', '42.5 × $58.00', '$2,465.00', 'K-118-3'])
      await expect(page.getByText(text).first()).toBeVisible();
    await expectNoOverflow(page);
    await expectNoViolations(page, 'an invoice with lines');
    const invoice = await download(page, invoiceTexts.download);
    expect((await readFile(await invoice.path())).subarray(0, 8).toString()).toBe('%PDF-1.7');
  });

  test('a customer views, downloads and verifies the statement and the account history', async ({
    page,
    portal,
    signInAs,
    texts,
    isMobile,
  }) => {
    await signInAs(CUSTOMERS.maya);
    await page.goto(`${portal.url}/harbor/invoices`);
    if (isMobile) await new SignIn(page, texts).menu.click();
    const { statement } = texts.shellTexts.navigation;
    await page.getByRole('link', { name: statement, exact: true }).click();
    await readStatement(page, texts);
    await readHistory(page, texts);
  });
});
