/** Payments through a public link at every processor, on a phone. Only the fields differ. */
import type { Page } from '@playwright/test';
import { COMPANIES } from './demo-companies.ts';
import { expectAccessible, expectFits } from './pages/page-states.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { FULL_ONLY, sampledIf } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

type Company = (typeof COMPANIES)[number];

const BANK_ACCOUNT = '000123456789';

const ENTERED_LAST4 = '5100';

test.use(PHONE);

async function open(page: Page, { fields }: Company, url: string): Promise<PublicInvoice> {
  const invoice = new PublicInvoice(page, fields);
  await invoice.open(url);
  return invoice;
}

for (const company of COMPANIES) {
  const { domain, processor } = company;

  test(
    `${processor}: an invoice is paid with its saved method without further input`,
    sampledIf(processor === 'PayEngine'),
    async ({ page, portal }) => {
      const attached = { attachedLast4: ENTERED_LAST4 };
      const invoice = await open(page, company, (await portal.unpaid(domain, attached)).url);
      await invoice.openPopup();
      await invoice.submit.click();
      await expect(page.getByText('Payment successful!')).toBeVisible();
    },
  );

  test(
    // card-data.spec.ts pays with a new card at each processor in every run.
    `${processor}: a new card pays`,
    FULL_ONLY,
    async ({ page, portal }) => {
      const invoice = await open(page, company, (await portal.unpaid(domain)).url);
      await invoice.pay(CARDS.pays);
      await expect(page.getByText('Payment successful!')).toBeVisible();
      await invoice.closeOverlay();
      await expect(invoice.badge('Paid')).toBeVisible();
    },
  );

  test(
    `${processor}: a bank debit is shown as pending, not paid`,
    // card-data.spec.ts and customer-payments.spec.ts cover a bank debit in every run.
    FULL_ONLY,
    async ({ page, portal }) => {
      const invoice = await open(page, company, (await portal.unpaid(domain)).url);
      await invoice.openBankForm();
      await invoice.fillBankAccount(BANK_ACCOUNT);
      await expect(invoice.popup.getByText(/I authorize .* to electronically debit/)).toBeVisible();
      await invoice.submit.click();
      await expect(page.getByText('Your bank debit is on its way')).toBeVisible();
      await invoice.closeOverlay();
      await expect(invoice.badge('Pending')).toBeVisible();
    },
  );

  test(
    `${processor}: a failed challenge charges nothing, and a passed challenge completes the payment`,
    // Covered in every run by challenges.spec.ts.
    FULL_ONLY,
    async ({ page, portal }) => {
      const invoice = await open(page, company, (await portal.unpaid(domain)).url);
      await invoice.pay(CARDS.challenges);
      await invoice.answerChallenge('Fail');
      await expect(page.getByText('Payment unsuccessful!')).toBeVisible({ timeout: 30_000 });
      await page.getByRole('button', { name: 'Try again' }).click();
      await invoice.fillCard(CARDS.challenges);
      await invoice.submit.click();
      await invoice.answerChallenge('Complete');
      await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
    },
  );

  test(
    `${processor}: a decline shows its reason, and payment fields that fail to load show an error`,
    sampledIf(processor === 'Fiserv'),
    async ({ page, portal }) => {
      const { url } = await portal.unpaid(domain);
      const invoice = await open(page, company, url);
      await invoice.pay(CARDS.declined);
      await expect(page.getByText('Payment unsuccessful!')).toBeVisible();
      await expect(page.getByText(/declined|refused/i).first()).toBeVisible();

      await page.route(`${portal.sandbox}/**`, (route) => route.abort());
      await invoice.open(url);
      await invoice.openPopup();
      await invoice.chooseNewMethod();
      const message = page.getByText("We couldn't load the secure payment fields");
      await expect(message).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText(/You have not been charged/)).toBeVisible();
    },
  );
}

test('Stripe: the wallet pays the invoice', async ({ page, portal }) => {
  const [northwind] = COMPANIES;
  const invoice = await open(page, northwind, (await portal.unpaid(northwind.domain)).url);
  await invoice.openCardForm();
  await invoice.payWithWallet();
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await invoice.closeOverlay();
  await expect(invoice.badge('Paid')).toBeVisible();
});

test(
  'Fiserv: a closed challenge is shown as waiting and can be resumed and paid (R43)',
  FULL_ONLY,
  async ({ page, portal }) => {
    const [, , summit] = COMPANIES;
    const invoice = await open(page, summit, (await portal.unpaid(summit.domain)).url);
    // The cancel request is lost, so the payment is neither confirmed nor canceled.
    await page.route('**/challenge/cancel', (route) => route.abort());
    await invoice.pay(CARDS.challenges);
    await page.getByRole('dialog', { name: '3-D Secure' }).getByText('Cancel').click();
    const waiting = page.getByRole('region', { name: 'Waiting for your bank' });
    await expect(waiting).toBeFocused();
    await expect(waiting.getByText("We couldn't request the cancellation")).toBeVisible();
    await expectFits(page, 'the wait for the bank');
    await expectAccessible(page, 'the wait for the bank');
    await page.keyboard.press('Tab');
    await expect(waiting.getByRole('button', { name: 'Continue with your bank' })).toBeFocused();
    await page.keyboard.press('Enter');
    await invoice.answerChallenge('Complete');
    await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
  },
);
