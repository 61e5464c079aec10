/** The pages of a signed-in customer, at each width: invoices, an invoice, payments, the profile. */
import { expect, type Page, test } from '@playwright/test';
import { type Cookies, signedIn } from './pages/signed-in.ts';
import { type Portal, startPortal } from './portal.ts';

const MAYA = { domain: 'harbor', email: 'maya.lindqvist@example.com' } as const;

let portal: Portal;
let cookies: Cookies;
test.beforeAll(async ({ browser }) => {
  portal = await startPortal();
  cookies = await signedIn(browser, portal, MAYA);
});
test.afterAll(() => portal?.stop());
test.beforeEach(({ context }) => context.addCookies(cookies));
test.use({ reducedMotion: 'reduce' });

const HEADINGS = { invoices: 'Invoices', payments: 'Payments', profile: 'Profile' } as const;

async function visit(page: Page, name: keyof typeof HEADINGS): Promise<void> {
  await page.goto(`${portal.url}/harbor/${name}`);
  await expect(page.getByRole('heading', { level: 1, name: HEADINGS[name] })).toBeVisible();
}

const scrollY = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('searches the invoices, opens one and comes back to the same place', async ({ page }) => {
  await visit(page, 'invoices');
  await expect(link(page, 'Pay HD-2041')).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search invoices' });
  await box.fill('crown');
  await expect(link(page, 'HD-1902')).toHaveCount(0);
  await expect(link(page, 'HD-2041')).toBeVisible();
  await expect(page).toHaveURL(/\?search=crown$/);
  await box.fill('no such thing');
  await page.getByRole('button', { name: 'Show all invoices' }).click();

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Paid');
  await expect(link(page, 'HD-2041')).toHaveCount(0);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 375, height: 500 });
  await link(page, 'HD-1302').scrollIntoViewIfNeeded();
  const place = await scrollY(page);
  expect(place).toBeGreaterThan(0);
  await link(page, 'HD-1302').click();
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice HD-1302/ })).toBeVisible();
  expect(await scrollY(page)).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Invoices' }).click();
  await expect(page).toHaveURL(/\?status=paid$/);
  await expect(link(page, 'HD-1302')).toBeInViewport();
  expect(await scrollY(page)).toBe(place);
});

test('leads from a row to its payment, and lists what was paid', async ({ page }) => {
  await visit(page, 'invoices');
  await link(page, 'Pay HD-2041').click();
  const popup = page.getByRole('dialog');
  await expect(popup).toBeVisible();
  await popup.getByRole('button', { name: 'Close' }).first().click();
  await expect(page).toHaveURL(/\/harbor\/invoices\/HD-2041$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();

  await visit(page, 'payments');
  await expect(link(page, 'HD-1188')).toBeVisible();
  await expect(page.getByText('Failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download receipt' }).first()).toBeEnabled();
});

test('adds a contact, and switches auto-pay on and off', async ({ page }) => {
  await visit(page, 'profile');
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('maya.work@example.com');
  await page.getByRole('button', { name: 'Add contact', exact: true }).click();
  await expect(page.getByText('Contact added successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Verify maya.work@example.com' }).click();
  await expect(page.getByText('Check your mail for the link')).toBeVisible();

  const autoPay = page.getByRole('switch', { name: 'Auto-pay' });
  await page.getByRole('combobox', { name: 'Pay with' }).selectOption('Bank account **** 6789');
  await expect(page.getByText(/^I authorize Harbor Dental to debit my bank account/)).toBeVisible();
  await autoPay.click();
  await expect(autoPay).toBeChecked();
  await autoPay.click();
  await expect(autoPay).not.toBeChecked();
});
