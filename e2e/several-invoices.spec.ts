/** Several invoices paid with one charge (R48), and another amount than what is owed (R49). */
import type { Page } from '@playwright/test';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { CustomerAccount } from './pages/customer-account.ts';
import { expectAccessible, expectFits } from './pages/page-states.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { sampledIf } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

/** A customer of each company, and the last digits of a card of theirs. */
const PAYERS = {
  northwind: { customer: CUSTOMERS.grace, card: '1881' },
  harbor: { customer: CUSTOMERS.omar, card: '4444' },
  summit: { customer: CUSTOMERS.luis, card: '6014' },
} as const;

const WIDTHS = [
  { name: 'a phone', use: PHONE, isSampled: true },
  { name: 'a desktop', use: { viewport: { width: 1280, height: 900 } }, isSampled: false },
] as const;

test.use({ actionTimeout: 30_000 });

async function markThree(page: Page, references: readonly string[]): Promise<void> {
  for (const reference of references) {
    await page.getByRole('searchbox').fill(reference);
    await page.getByRole('checkbox', { name: `Select ${reference}`, exact: true }).check();
  }
}

for (const { name, use, isSampled } of WIDTHS) {
  test.describe(`On ${name}`, () => {
    test.use(use);

    for (const company of COMPANIES) {
      const { domain, processor } = company;
      const { customer, card } = PAYERS[domain];

      test(
        `${processor}: three invoices are selected in the list and paid with one charge`,
        sampledIf(isSampled && processor === 'PayEngine'),
        async ({ page, portal, signInAs }) => {
          test.slow();
          await signInAs(customer);
          const owned = { customerRef: customer.reference };
          const references: string[] = [];
          for (let count = 0; count < 3; count += 1) {
            references.push((await portal.unpaid(domain, owned)).invoiceRef);
          }
          const account = new CustomerAccount(page, company.fields);
          await account.open(`${portal.url}/${domain}/invoices`);
          await markThree(page, references);
          const bar = page.getByRole('region', { name: 'Selected invoices' });
          await expect(bar.getByText('3 invoices selected')).toBeVisible();
          await bar.getByRole('link', { name: 'Pay selected' }).click();
          await expect(page.getByRole('heading', { name: 'Pay several invoices' })).toBeVisible();
          await expect(page.getByText('3 invoices', { exact: true })).toBeVisible();
          await expectFits(page, 'the choice of invoices');
          await expectAccessible(page, 'several invoices');
          await page.getByRole('button', { name: 'Continue' }).click();
          await expect(page.getByRole('heading', { name: 'Several invoices' })).toBeVisible();
          // Summit takes no fee.
          const fee = page.getByText('The processing fee is computed once');
          await expect(fee).toHaveCount(domain === 'summit' ? 0 : 1);
          for (const reference of references) {
            await expect(page.getByText(reference, { exact: true })).toBeVisible();
          }
          await expectAccessible(page, 'several invoices');
          await account.openPopup();
          await account.chooseSaved(card);
          await account.submit.click();
          await account.expectPaid();
          await expect(page.getByText('Paid. Thank you!')).toBeVisible();
          for (const reference of references) {
            await page.goto(`${portal.url}/${domain}/invoices/${reference}`);
            await expect(account.badge('Paid')).toBeVisible();
          }
          await page.goto(`${portal.url}/${domain}/payments`);
          const names = references.map((reference) => `(?=.*${reference})`).join('');
          await expect(page.getByText(new RegExp(names)).first()).toBeVisible();
        },
      );
    }
  });
}

test.describe('Another amount by a public link', () => {
  test.use(PHONE);

  test('is paid with its own fee, and the rest stays open', async ({ page, portal }) => {
    const [northwind] = COMPANIES;
    const invoice = new PublicInvoice(page, northwind.fields);
    await invoice.open((await portal.unpaid(northwind.domain)).url);
    await invoice.openPopup();
    await page.getByRole('button', { name: 'Pay another amount' }).click();
    const amount = page.getByRole('textbox', { name: 'Amount to pay' });
    await amount.fill('0.50');
    await expect(page.getByText('At least $1.00')).toBeVisible();
    await amount.fill('25.00');
    await expect(page.getByText(/stays open, due /)).toBeVisible();
    await expectAccessible(page, 'several invoices');
    await invoice.fillCard(CARDS.pays);
    await expect(invoice.submit).toHaveText(/^Confirm and Pay \$26\.03/);
    await invoice.submit.click();
    await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
    await invoice.closeOverlay();
    await expect(invoice.badge('Open')).toBeVisible();
    await expect(page.getByText('$1,475.00').first()).toBeVisible();
    await expect(page.getByText('$25.00').first()).toBeVisible();
  });
});
