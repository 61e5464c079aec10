/** The provider API reference on phones and desktops, in both color schemes. */
import { insertApiKey } from './database.ts';
import { expectNoViolations, expectReadableColors } from './pages/axe.ts';
import { SCREENS } from './pages/layout.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

/** The reference is one long document. */
test.describe.configure({ timeout: 180_000 });

test(
  'the API reference fits every screen width, is accessible, and links to each call',
  FULL_ONLY,
  async ({ page, portal }) => {
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(`${portal.url}/developers#INVOICE_NOT_CHANGEABLE`);
    await expect(page.locator('#INVOICE_NOT_CHANGEABLE')).toBeInViewport();
    for (const size of Object.values(SCREENS)) {
      await page.setViewportSize(size);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(size.width);
    }
    await page.getByRole('link', { name: 'Issue an invoice, or store a draft' }).first().click();
    await expect(page.locator('#createInvoice')).toBeInViewport();
    await expectNoViolations(page, 'on a desktop');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectReadableColors(page, 'in the dark');

    await page.setViewportSize(SCREENS.phone);
    await page.getByText('Contents', { exact: true }).click();
    await page.getByRole('link', { name: 'Errors', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Errors', exact: true })).toBeInViewport();
    expect(refused).toEqual([]);
  },
);

test('a developer reads a guide and tries a call against the sandbox', async ({ page, portal }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.setViewportSize(SCREENS.phone);
  await page.goto(`${portal.url}/developers`);
  await page.locator('main').getByRole('link', { name: 'Webhooks', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  await expect(page.getByText('webhook-signature').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREENS.phone.width);
  await expectNoViolations(page, 'a guide');
  await page.goBack();

  const tryCall = async (name: string, fields: Readonly<Record<string, string>>) => {
    const call = page.locator(`#${name}`);
    await call.getByRole('button', { name: 'Try it' }).click();
    for (const [label, text] of Object.entries(fields)) await call.getByLabel(label).fill(text);
    await call.getByRole('button', { name: 'Send' }).click();
    return call.getByRole('status');
  };
  await expect(await tryCall('listCustomers', { 'API key': 'qk_wrong' })).toContainText('401');
  expect(refused.splice(0)).toEqual([expect.stringContaining('401')]);
  await page
    .locator('#listCustomers')
    .getByLabel('API key')
    .fill(await insertApiKey(portal.dataDir, 'harbor'));
  await page.locator('#listCustomers').getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('#listCustomers').getByRole('status')).toContainText('nextCursor');
  const body = '{"customerRef":"TRY-1","firstName":"Tess","lastName":"Moss"}';
  const made = await tryCall('createCustomer', { Body: body });
  await expect(made).toContainText('201');
  await expect(made).toContainText('"customerRef": "TRY-1"');
  await page.setViewportSize(SCREENS.desktop);
  await expectNoViolations(page, 'a call that was tried', ['#createCustomer']);
  expect(refused).toEqual([]);
});
