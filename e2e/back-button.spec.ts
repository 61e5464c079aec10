/**
 * Back closes an open popup and stays on the page. A popup closed in any other way leaves no entry in the browser
 * history (product §2.8).
 */
import type { Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

/** The popup's history entry must be gone. The browser takes a moment to remove it. */
async function expectOwnEntry(page: Page): Promise<void> {
  const isMarked = () => page.evaluate(() => window.history.state?.isDialogOpen === true);
  await expect.poll(isMarked).toBe(false);
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the Back button closes the payment popup of a public link before it leaves the page', async ({
    page,
    portal,
  }) => {
    const invoice = new PublicInvoice(page);
    const { url } = portal.link('harbor', 'HD-2041');
    await page.goto(`${portal.url}/faq`);
    await invoice.open(url);
    await invoice.openPopup();
    await page.goBack();
    await expect(invoice.popup).toBeHidden();
    await expect(page).toHaveURL(url);

    await page.goForward();
    await expectOwnEntry(page);
    await expect(invoice.popup).toBeHidden();

    await invoice.openPopup();
    await page.keyboard.press('Escape');
    await expect(invoice.popup).toBeHidden();
    await expectOwnEntry(page);
    await invoice.openPopup();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectOwnEntry(page);
    await expect(invoice.popup).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(`${portal.url}/faq`);
  });

  test(
    'a menu link replaces the open menu in the browser history',
    FULL_ONLY,
    async ({ page, portal, signInAs }) => {
      await signInAs(CUSTOMERS.grace);
      await page.goto(`${portal.url}/northwind/invoices`);
      const menu = page.getByRole('dialog', { name: 'Grace' });
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu).toBeVisible();
      await page.goBack();
      await expect(menu).toBeHidden();
      await expect(page).toHaveURL(/\/northwind\/invoices$/);
      await page.getByRole('button', { name: 'Menu' }).click();
      await menu.getByRole('link', { name: 'Payments' }).click();
      await expect(page).toHaveURL(/\/northwind\/payments$/);
      await expect(menu).toBeHidden();
      await page.goBack();
      await expect(page).toHaveURL(/\/northwind\/invoices$/);
    },
  );
});

test('the Back button neither closes a popup during a payment nor reopens it after the payment', async ({
  page,
  portal,
  signInAs,
}) => {
  const { priya } = CUSTOMERS;
  await signInAs(priya);
  const { invoiceRef } = await portal.unpaid('harbor');
  await page.goto(`${portal.url}/harbor/invoices`);
  await page.goto(`${portal.url}/harbor/invoices/${invoiceRef}`);
  const before = (await portal.charges()).length;
  const invoice = new PublicInvoice(page);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/full/submit', async (route) => {
    await released;
    await route.continue();
  });
  await invoice.pay(CARDS.pays);
  await expect(page.getByText('Please, dont close this window while paying')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Please, dont close this window while paying')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${invoiceRef}$`));
  release();
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await page.goBack();
  await expect(invoice.popup).toBeHidden();
  await expect(invoice.badge('Paid')).toBeVisible();
  await page.goForward();
  await expectOwnEntry(page);
  await expect(invoice.popup).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(`${portal.url}/harbor/invoices`);
  expect(await portal.charges()).toHaveLength(before + 1);
});
