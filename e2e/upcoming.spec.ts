/** Upcoming charges of a signed-in customer, a plan change with consent, and a recovery link (R70 to R72), on a phone. */
import type { Page } from '@playwright/test';
import { failPayment } from './database.ts';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { CustomerAccount } from './pages/customer-account.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import { CARDS } from './pages/public-invoice.ts';
import { sampledIf } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

test.use(PHONE);

const ACCOUNTS = {
  northwind: { customer: CUSTOMERS.grace, card: '1881' },
  harbor: { customer: CUSTOMERS.omar, card: '4444' },
  summit: { customer: CUSTOMERS.luis, card: '6014' },
} as const;

/** The card of a charge in the list. */
const chargeOf = (page: Page, invoiceRef: string) =>
  page.getByRole('region', { name: new RegExp(`for ${invoiceRef}$`) });

async function agree(page: Page): Promise<void> {
  // The dialog of the last change may still be closing.
  const text = page.getByText(/^I authorize .* to charge my card ending in/);
  await expect(text.filter({ visible: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Agree and change' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

for (const company of COMPANIES) {
  const { domain, processor, fields } = company;
  const { customer, card } = ACCOUNTS[domain];

  test(
    `${processor}: a scheduled payment is moved, skipped and canceled, and a plan is shortened`,
    sampledIf(processor === 'PayEngine'),
    async ({ page, portal, signInAs }) => {
      test.slow();
      await signInAs(customer);
      const account = new CustomerAccount(page, fields);
      const owned = { customerRef: customer.reference, dueInDays: 60 };
      const open = async () => {
        const { invoiceRef } = await portal.unpaid(domain, owned);
        await account.open(`${portal.url}/${domain}/invoices/${invoiceRef}`);
        return invoiceRef;
      };
      const scheduled = await open();
      await account.chooseDay();
      await account.chooseSaved(card);
      await account.agree(/^Confirm scheduled payment \$/);
      await expect(page.getByText('Payment scheduled', { exact: true })).toBeVisible();
      await account.closeOverlay();

      await page.goto(`${portal.url}/${domain}/payments`);
      await page.getByRole('link', { name: 'Upcoming payments' }).click();
      const charge = chargeOf(page, scheduled);
      await charge.getByRole('button', { name: 'Move' }).click();
      const day = page.getByLabel('New date');
      await day.fill((await day.getAttribute('max')) ?? '');
      await page.getByRole('button', { name: 'Review the change' }).click();
      await agree(page);
      await charge.getByRole('button', { name: 'Skip once' }).click();
      await agree(page);
      await expect(charge.getByRole('button', { name: 'Skip once' })).toBeHidden();
      await expectNoViolations(page, 'upcoming payments');
      await charge.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Cancel payment' }).click();
      await expect(charge).toBeHidden();

      const planned = await open();
      await account.choosePlan(3);
      await account.chooseSaved(card);
      await account.agree(/^Pay First payment \$/);
      await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
      await account.closeOverlay();
      await page.getByRole('button', { name: 'Fewer payments' }).click();
      await page.getByRole('button', { name: 'Review the change' }).click();
      await agree(page);
      await expect(page.getByText('1 of 2 payments made')).toBeVisible();
      await page.goto(`${portal.url}/${domain}/upcoming`);
      await expect(chargeOf(page, planned)).toHaveCount(1);
      await expect(chargeOf(page, planned).getByText('Plan payment 2 of 2')).toBeVisible();
    },
  );

  test(
    `${processor}: a recovery link opens the payment, the bank asks, and it says when it is settled`,
    sampledIf(processor === 'Stripe'),
    async ({ page, portal }) => {
      const { url, invoiceRef } = await portal.unpaid(domain);
      await failPayment(portal.dataDir, invoiceRef);
      const invoice = new PaymentPopup(page, fields);
      await page.goto(`${url}#recover`);
      await expect(page.getByRole('dialog')).toBeVisible();
      await invoice.typeCard(CARDS.challenges);
      await invoice.submit.click();
      await invoice.answerChallenge('Complete');
      await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
      await invoice.closeOverlay();
      await expect(page.getByText('This is already settled.')).toBeVisible();
    },
  );
}
