/** A signed-in customer pays and manages payment methods (product §2, §4, R12 to R16). */
import type { Page } from '@playwright/test';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { CustomerAccount } from './pages/customer-account.ts';
import { CARDS } from './pages/public-invoice.ts';
import type { Portal } from './portal.ts';
import { FULL_ONLY, sampledIf } from './scope.ts';
import { expect, test } from './test.ts';

const ACCOUNTS = {
  northwind: {
    customer: CUSTOMERS.grace,
    card: '1881',
    brand: 'Visa',
    bank: '4310',
    estimate: 'NW-E-402',
    project: /^Kitchen remodel/,
    order: /Tile and flooring/,
  },
  harbor: {
    customer: CUSTOMERS.omar,
    card: '4444',
    brand: 'Mastercard',
    bank: '1138',
    estimate: 'HD-E-87',
    project: /^Implant restoration/,
    order: /Abutment and ceramic crown/,
  },
  summit: {
    customer: CUSTOMERS.luis,
    card: '6014',
    brand: 'Visa',
    bank: '3390',
    estimate: 'SU-E-131',
    project: /^Service upgrade/,
    order: /Line extension/,
  },
} as const;
type Company = (typeof COMPANIES)[number];

const BANK_ACCOUNT = '000123456789';
/** Only Stripe challenges a card while it is being saved. */
const NEW_CARDS = {
  Stripe: { number: CARDS.challenges, last4: '3220', isChallenged: true },
  PayEngine: { number: '5555555555554444', last4: '4444', isChallenged: false },
  Fiserv: { number: '5555555555554444', last4: '4444', isChallenged: false },
} as const;

test.use({ actionTimeout: 30_000 });

/** The processor's records also contain declined charges, which do not count. */
async function countCharges(portal: Portal, { domain }: Company): Promise<number> {
  const charges = await portal.charges(domain);
  return charges.filter(({ status }) => status === 'succeeded' || status === 'pending').length;
}

for (const company of COMPANIES) {
  const { domain, processor } = company;
  const { customer, card, brand, bank, estimate, project, order } = ACCOUNTS[domain];
  const accountOn = (page: Page) => new CustomerAccount(page, company.fields);

  test(
    `${processor}: a customer pays with a saved card, another method on a plan, and a new bank account`,
    sampledIf(processor === 'PayEngine'),
    async ({ page, portal, signInAs }) => {
      test.slow();
      await signInAs(customer);
      const account = accountOn(page);
      const before = await countCharges(portal, company);
      const owned = { customerRef: customer.reference };
      const invoicesUrl = `${portal.url}/${domain}/invoices`;
      await account.open(`${invoicesUrl}/${(await portal.unpaid(domain, owned)).invoiceRef}`);
      await account.openPopup();
      await account.chooseSaved(card);
      await account.submit.click();
      await account.expectPaid();
      await expect(account.badge('Paid')).toBeVisible();
      const name = 'Payments for this invoice';
      const payments = page.getByRole('table', { name }).or(page.getByRole('list', { name }));
      await expect(payments.getByText(`${brand} ending in ${card}`)).toBeVisible();
      expect(await countCharges(portal, company)).toBe(before + 1);

      await account.open(`${invoicesUrl}/${(await portal.unpaid(domain, owned)).invoiceRef}`);
      await account.choosePlan(2);
      await account.chooseSaved(card);
      await account.agree(/^Pay First payment \$/);
      await account.expectPaid();
      await expect(page.getByText('1 of 2 payments made')).toBeVisible();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await account.chooseSaved(bank);
      await account.button('Confirm payment').click();
      await expect(page.getByText('New payment method successfully added')).toBeVisible();
      await account.closeOverlay();
      const plan = page.getByRole('region', { name: 'Payment plan' });
      await expect(plan.getByText(`**** ${bank}`)).toBeVisible();
      await page.getByRole('button', { name: 'Cancel payment plan' }).click();
      await account.button('Cancel payment').click();
      await expect(account.popup).toBeHidden();
      await expect(account.badge('Payment plan')).toBeHidden();

      await account.openBankForm();
      await account.fillBankAccount(BANK_ACCOUNT);
      await expect(
        account.popup.getByRole('checkbox', { name: 'Save payment method for future payments' }),
      ).toBeChecked();
      await account.submit.click();
      await expect(page.getByText('Your bank debit is on its way')).toBeVisible();
      await account.closeOverlay();
      await expect(account.badge('Pending')).toBeVisible();
      expect(await countCharges(portal, company)).toBe(before + 3);
    },
  );

  test(
    `${processor}: a customer pays selected orders, then pays an accepted estimate after a decline`,
    FULL_ONLY,
    async ({ page, portal, signInAs }) => {
      test.slow();
      await signInAs(customer);
      const account = accountOn(page);
      const before = await countCharges(portal, company);
      await page.goto(`${portal.url}/${domain}`);
      await account.openTab(project, 'Orders');
      await account.buildRequest(order, '25.00');
      await account.openPopup();
      await account.chooseSaved(card);
      await account.button('Confirm payment').click();
      await account.expectPaid();
      await expect(page.getByText('Paid. Thank you!')).toBeVisible();
      expect(await countCharges(portal, company)).toBe(before + 1);

      await page.goto(`${portal.url}/${domain}`);
      await account.openTab(project, 'Estimates');
      await account.acceptEstimate(estimate);
      await account.openCardForm();
      await account.fillCard(CARDS.declined);
      await account.button('Confirm payment').click();
      await expect(page.getByText('Payment unsuccessful!')).toBeVisible();
      await account.button('Try again').click();
      await expect(account.button('Confirm payment')).toBeEnabled();
      await account.fillCard(CARDS.pays);
      await account.button('Confirm payment').click();
      await account.expectPaid();
      await expect(page.getByText('Paid. Thank you!')).toBeVisible();
      expect(await countCharges(portal, company)).toBe(before + 2);
    },
  );

  test(
    `${processor}: a customer adds and removes a method and turns auto-pay on and off`,
    // Covered in every run by methods.spec.ts and portal-pages.spec.ts.
    FULL_ONLY,
    async ({ page, portal, signInAs }) => {
      const { number, last4, isChallenged } = NEW_CARDS[processor];
      await signInAs(customer);
      const account = accountOn(page);
      const before = await countCharges(portal, company);
      await page.goto(`${portal.url}/${domain}/profile`);
      await page.getByRole('button', { name: 'Add a payment method' }).click();
      await expect(account.fields.cardNumber).toBeVisible();
      await account.fillCard(number);
      await account.button('Confirm payment').click();
      if (isChallenged) await account.answerChallenge('Complete');
      await expect(page.getByText('New payment method successfully added')).toBeVisible();
      await account.closeOverlay();
      const saved = account.method(last4);
      const count = await saved.count();
      await saved
        .last()
        .getByRole('button', { name: /^Remove/ })
        .click();
      await account.button('Confirm').click();
      await expect(page.getByText('Payment method removed')).toBeVisible();
      await expect(saved).toHaveCount(count - 1);

      const autoPay = page.getByRole('switch', { name: 'Auto-pay' });
      await autoPay.click();
      await expect(autoPay).toBeChecked();
      await expect(page.getByText('Auto-pay', { exact: true }).first()).toBeVisible();
      await autoPay.click();
      await expect(autoPay).not.toBeChecked();
      expect(await countCharges(portal, company)).toBe(before);
    },
  );
}
