/** The same story for every company, whatever its processor: only the fields look different. */
import { expect, test } from '@playwright/test';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';

/** Per company: the invoice that has a method attached, and a bank account that pays. */
const COMPANIES = [
  { domain: 'harbor', processor: 'PayEngine', withMethod: 'HD-2041' },
  { domain: 'summit', processor: 'Fiserv', withMethod: 'SU-L-024' },
] as const;

const BANK_ACCOUNT = '000123456789';

for (const { domain, processor, withMethod } of COMPANIES) {
  test.describe(processor, () => {
    let portal: Portal;
    test.beforeAll(async () => {
      portal = await startPortal();
    });
    test.afterAll(() => portal?.stop());

    const open = async (page: ConstructorParameters<typeof PublicInvoice>[0], url: string) => {
      const invoice = new PublicInvoice(page);
      await invoice.open(url);
      return invoice;
    };

    test('the method attached to the invoice pays without typing', async ({ page }) => {
      const invoice = await open(page, portal.link(domain, withMethod).url);
      await invoice.openPopup();
      await invoice.submit.click();
      await expect(page.getByText('Payment successful!')).toBeVisible();
    });

    test('a new card pays', async ({ page }) => {
      const invoice = await open(page, portal.unpaid(domain).url);
      await invoice.pay(CARDS.pays);
      await expect(page.getByText('Payment successful!')).toBeVisible();
      await invoice.closeOverlay();
      await expect(invoice.badge('Paid')).toBeVisible();
    });

    test('a bank account pays later, and nobody calls that paid', async ({ page }) => {
      const invoice = await open(page, portal.unpaid(domain).url);
      await invoice.openBankForm();
      await invoice.fillBankAccount(BANK_ACCOUNT);
      await expect(
        invoice.popup.getByText(/I authorize .* to debit my bank account/),
      ).toBeVisible();
      await invoice.submit.click();
      await expect(page.getByText('Your bank debit is on its way')).toBeVisible();
      await invoice.closeOverlay();
      await expect(invoice.badge('Pending')).toBeVisible();
    });

    test('a challenge that is refused charges nothing; one that is passed pays', async ({
      page,
    }) => {
      const invoice = await open(page, portal.unpaid(domain).url);
      await invoice.pay(CARDS.challenges);
      await invoice.answerChallenge('Fail');
      await expect(page.getByText('Payment unsuccessful!')).toBeVisible({ timeout: 30_000 });
      await page.getByRole('button', { name: 'Try again' }).click();
      await invoice.fillCard(CARDS.challenges);
      await invoice.submit.click();
      await invoice.answerChallenge('Complete');
      await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
    });

    test('a declined card says why, and a processor out of reach says so', async ({ page }) => {
      const { url } = portal.unpaid(domain);
      const invoice = await open(page, url);
      await invoice.pay(CARDS.declined);
      await expect(page.getByText('Payment unsuccessful!')).toBeVisible();
      await expect(page.getByText(/declined|refused/i).first()).toBeVisible();

      await page.route(`${portal.sandbox}/**`, (route) => route.abort());
      await invoice.open(url);
      await invoice.openPopup();
      await invoice.chooseNewMethod();
      const apology = page.getByText('The secure payment fields could not be loaded');
      await expect(apology).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText(/You have not been charged/)).toBeVisible();
    });
  });
}
