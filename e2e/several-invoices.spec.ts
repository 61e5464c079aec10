/** Several invoices paid with one charge (R48), and payments of a custom amount (R49). */
import type { Page } from '@playwright/test';
import { allowOwnAmounts } from './database.ts';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { openOffice } from './pages/company-office.ts';
import { CustomerAccount } from './pages/customer-account.ts';
import { expectAccessible, expectFits } from './pages/page-states.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { FULL_ONLY, sampledIf } from './scope.ts';
import { expect, inEveryLanguage, test } from './test.ts';
import { anyOf, type Texts } from './texts.ts';

const PAYERS = {
  northwind: { customer: CUSTOMERS.grace, card: '1881', partWithFee: '$26.03' },
  harbor: { customer: CUSTOMERS.omar, card: '4444', partWithFee: '$26.05' },
  summit: { customer: CUSTOMERS.luis, card: '6014', partWithFee: '$25.00' },
} as const;

test.use({ actionTimeout: 30_000 });

async function markThree(page: Page, texts: Texts, references: readonly string[]): Promise<void> {
  for (const reference of references) {
    await page.getByRole('searchbox').fill(reference);
    const name = texts.payInvoicesTexts.select(reference);
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
}

inEveryLanguage(() => {
  for (const company of COMPANIES) {
    const { domain, processor } = company;
    const { customer, card, partWithFee } = PAYERS[domain];

    test(
      `${processor}: three invoices are selected in the list and paid with one charge`,
      sampledIf(processor === 'PayEngine'),
      async ({ page, portal, signInAs, texts }) => {
        test.slow();
        const { payInvoicesTexts, payableTexts, requestTexts, INVOICE_STATUS_LABELS } = texts;
        await signInAs(customer);
        const owned = { customerRef: customer.reference };
        const references: string[] = [];
        for (let count = 0; count < 3; count += 1) {
          references.push((await portal.unpaid(domain, owned)).invoiceRef);
        }
        const account = new CustomerAccount(page, company.fields, texts);
        await account.open(`${portal.url}/${domain}/invoices`);
        await markThree(page, texts, references);
        const bar = page.getByRole('region', { name: payInvoicesTexts.bar });
        await expect(bar.getByText(payInvoicesTexts.selected(3))).toBeVisible();
        await bar.getByRole('link', { name: payInvoicesTexts.paySelected }).click();
        await expect(page.getByRole('heading', { name: payInvoicesTexts.title })).toBeVisible();
        await expect(page.getByText(payInvoicesTexts.chosen(3), { exact: true })).toBeVisible();
        await expectFits(page, 'the choice of invoices');
        await expectAccessible(page, 'several invoices');
        await page.getByRole('button', { name: payInvoicesTexts.submit }).click();
        const chosen = page.getByRole('heading', { name: payableTexts.invoices, exact: true });
        await expect(chosen).toBeVisible();
        const fee = page.getByText(payInvoicesTexts.explained);
        await expect(fee).toHaveCount(domain === 'summit' ? 0 : 1);
        for (const reference of references) {
          await expect(page.getByText(reference, { exact: true })).toBeVisible();
        }
        await expectAccessible(page, 'several invoices');
        await account.openPopup();
        await account.chooseSaved(card);
        await account.submit.click();
        await account.expectPaid();
        await expect(page.getByText(requestTexts.paid)).toBeVisible();
        for (const reference of references) {
          await page.goto(`${portal.url}/${domain}/invoices/${reference}`);
          await expect(account.badge(INVOICE_STATUS_LABELS.COLLECTED)).toBeVisible();
        }
        await page.goto(`${portal.url}/${domain}/payments`);
        const names = references.map((reference) => `(?=.*${reference})`).join('');
        await expect(page.getByText(new RegExp(names)).first()).toBeVisible();
      },
    );

    test(
      `${processor}: a custom amount on a public link is charged with its own fee, and the rest stays open`,
      sampledIf(processor === 'Stripe'),
      async ({ page, portal, texts }) => {
        const { ownAmountTexts, checkoutTexts, INVOICE_STATUS_LABELS } = texts;
        await allowOwnAmounts(portal.dataDir, { domain, isAllowed: true });
        const invoice = new PublicInvoice(page, company.fields, texts);
        await invoice.open((await portal.unpaid(domain)).url);
        await invoice.openPopup();
        await page.getByRole('button', { name: ownAmountTexts.open }).click();
        const amount = page.getByRole('textbox', { name: ownAmountTexts.label });
        await amount.fill('0.50');
        await expect(page.getByText(ownAmountTexts.atLeast('$1.00'))).toBeVisible();
        await amount.fill('25.00');
        await expect(
          page.getByText(anyOf((date) => ownAmountTexts.rest('$1,475.00', date))),
        ).toBeVisible();
        await expectFits(page, 'another amount');
        await expectAccessible(page, 'another amount');
        await invoice.fillCard(CARDS.pays);
        await expect(invoice.submit).toContainText(checkoutTexts.button.full(partWithFee));
        await invoice.submit.click();
        await invoice.expectSuccess();
        await invoice.closeOverlay();
        await expect(invoice.badge(INVOICE_STATUS_LABELS.DUE)).toBeVisible();
        await expect(page.getByText('$1,475.00').first()).toBeVisible();
        await expect(page.getByText('$25.00').first()).toBeVisible();
        // Restores the default: only Northwind allows custom amounts.
        await allowOwnAmounts(portal.dataDir, { domain, isAllowed: domain === 'northwind' });
      },
    );
  }
});

test(
  'amounts follow what is paid elsewhere while invoices are selected, and the page says what changed',
  FULL_ONLY,
  async ({ page, portal, signInAs, texts }) => {
    const { payInvoicesTexts, requestTexts } = texts;
    await signInAs(CUSTOMERS.grace);
    const office = await openOffice(portal, 'northwind');
    const owned = { customerRef: CUSTOMERS.grace.reference, totalCents: 20_000 };
    const one = (await portal.unpaid('northwind', owned)).invoiceRef;
    const other = (await portal.unpaid('northwind', owned)).invoiceRef;
    const account = new CustomerAccount(page, COMPANIES[0].fields, texts);
    await account.open(`${portal.url}/northwind/invoices`);
    await markThree(page, texts, [one, other]);
    await page.getByRole('link', { name: payInvoicesTexts.paySelected }).click();
    const nav = page.getByRole('banner').getByRole('link', { name: 'Invoices', exact: true });
    await expect(nav).toHaveAttribute('aria-current', 'page');
    const form = page.locator('form');
    await expect(form.getByText('$400.00')).toBeVisible();

    await office.recordCash(other, 5_000);
    await expect(form.getByText('$350.00')).toBeVisible();
    await expect(page.getByText(payInvoicesTexts.nowOwed(other, '$150.00'))).toBeVisible();
    await page.getByRole('button', { name: payInvoicesTexts.submit }).click();
    await expect(account.payNow).toBeVisible();
    await expect(nav).toHaveAttribute('aria-current', 'page');

    await office.recordCash(other, 15_000);
    await expect(page.getByText(payInvoicesTexts.outdated.title)).toBeVisible();
    await expect(page.getByText(requestTexts.amountDue)).toHaveCount(0);
    await expect(page.getByText('$350.00')).toHaveCount(0);
    await page.getByRole('link', { name: payInvoicesTexts.outdated.action }).click();
    await expect(page.getByRole('checkbox', { name: new RegExp(one) })).toBeChecked();
    await expect(form.getByText('$200.00').last()).toBeVisible();
    await expect(page.getByRole('checkbox', { name: new RegExp(other) })).toHaveCount(0);
  },
);
