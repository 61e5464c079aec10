/** The pages of a signed-in customer: the invoice list, an invoice, the payments and the profile. */
import type { Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import type { Portal } from './portal.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

const HEADINGS = { invoices: 'Invoices', payments: 'Payments', profile: 'Profile' } as const;

type Visit = { page: Page; portal: Portal; name: keyof typeof HEADINGS };

async function visit({ page, portal, name }: Visit): Promise<void> {
  await page.goto(`${portal.url}/harbor/${name}`);
  await expect(page.getByRole('heading', { level: 1, name: HEADINGS[name] })).toBeVisible();
}

const scrollY = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

async function searchAndReturn(page: Page, portal: Portal): Promise<void> {
  await visit({ page, portal, name: 'invoices' });
  await expect(link(page, 'Pay HD-2058')).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search invoices' });
  await box.fill('phase 2');
  await expect(link(page, 'HD-1902')).toHaveCount(0);
  await expect(link(page, 'HD-2058')).toBeVisible();
  await expect(page).toHaveURL(/\?search=phase(\+|%20)2$/);
  await box.fill('no such thing');
  await page.getByRole('button', { name: 'Show all invoices' }).click();

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Paid');
  await expect(link(page, 'HD-2058')).toHaveCount(0);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 375, height: 500 });
  await link(page, 'HD-1302').scrollIntoViewIfNeeded();
  const position = await scrollY(page);
  expect(position).toBeGreaterThan(0);
  await link(page, 'HD-1302').click();
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice HD-1302/ })).toBeVisible();
  expect(await scrollY(page)).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Invoices' }).click();
  await expect(page).toHaveURL(/\?status=paid$/);
  await expect(link(page, 'HD-1302')).toBeInViewport();
  expect(await scrollY(page)).toBe(position);
}

test.beforeEach(({ signInAs }) => signInAs(CUSTOMERS.maya));

test(
  'a search finds an invoice, and going back restores the filter and the scroll position',
  FULL_ONLY,
  ({ page, portal }) => searchAndReturn(page, portal),
);

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a search finds an invoice, and going back restores the filter and the scroll position', ({
    page,
    portal,
  }) => searchAndReturn(page, portal));
});

test('an invoice row opens its payment, and the payments page lists that payment', async ({
  page,
  portal,
}) => {
  await visit({ page, portal, name: 'invoices' });
  await link(page, 'Pay HD-2058').click();
  const popup = page.getByRole('dialog');
  await expect(popup).toBeVisible();
  await popup.getByRole('button', { name: 'Close' }).first().click();
  await expect(page).toHaveURL(/\/harbor\/invoices\/HD-2058$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();

  await visit({ page, portal, name: 'payments' });
  await expect(link(page, 'HD-1188')).toBeVisible();
  await expect(page.getByText('Failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download receipt' }).first()).toBeEnabled();
});

test(
  'a customer adds a contact and turns auto-pay on and off',
  FULL_ONLY,
  async ({ page, portal }) => {
    await visit({ page, portal, name: 'profile' });
    await page.getByRole('button', { name: 'Add a contact' }).click();
    await page.getByRole('textbox', { name: /mail address/ }).fill('maya.home@example.com');
    await page.getByRole('button', { name: 'Add contact', exact: true }).click();
    await expect(page.getByText('Contact added successfully')).toBeVisible();
    await page.getByRole('button', { name: 'Verify maya.home@example.com' }).click();
    await expect(page.getByText('Check your email for the link')).toBeVisible();

    const autoPay = page.getByRole('switch', { name: 'Auto-pay' });
    await page.getByRole('combobox', { name: 'Pay with' }).selectOption('Bank account **** 6789');
    await expect(
      page.getByText(
        /^I authorize Harbor Dental .* to electronically debit my checking or savings account/,
      ),
    ).toBeVisible();
    await autoPay.click();
    await expect(autoPay).toBeChecked();
    await page.getByRole('button', { name: 'View authorization' }).click();
    await expect(
      page.getByText(/^I authorize Harbor Dental .* to electronically debit/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Hide authorization' }).click();
    await autoPay.click();
    await expect(autoPay).not.toBeChecked();
  },
);
