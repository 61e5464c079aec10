/** The provider API reference on phones and desktops, in both color schemes. */
import { expectNoViolations, expectReadableColors } from './pages/axe.ts';
import { SCREENS } from './pages/layout.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

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
