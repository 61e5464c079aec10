/**
 * Saved methods and the form for a new one: bank accounts, a card saved twice, and a new method for an arrangement.
 */
import type { Page } from '@playwright/test';
import { updateCheckFields } from './database.ts';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { CustomerAccount } from './pages/customer-account.ts';
import { formInFrame, framePerField, pressInFrame } from './pages/fields.ts';
import { expectAccessible, expectFits } from './pages/page-states.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import type { Portal } from './portal.ts';
import { FULL_ONLY, sampledIf } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

const BANK_ACCOUNT = '000123456789';

test.use(PHONE);

const openProfile = async (page: Page, portal: Portal, domain: string): Promise<void> => {
  await page.goto(`${portal.url}/${domain}/profile`);
  await page.getByRole('button', { name: 'Add a payment method' }).click();
};

for (const { domain, processor, fields } of COMPANIES) {
  test(
    `${processor}: a bank account field shows its error when it loses focus (product §5.2)`,
    sampledIf(processor === 'PayEngine'),
    async ({ page, portal }) => {
      const invoice = new PublicInvoice(page, fields);
      await invoice.open((await portal.unpaid(domain)).url);
      await invoice.openBankForm();
      if (processor === 'Stripe') {
        const frames = page.locator('iframe[title="Secure payment input frame"]');
        const form = frames.filter({ visible: true }).contentFrame();
        await pressInFrame(form.getByRole('button', { name: /manually/ }));
        await form.getByLabel('Routing number').fill('123');
        await form.getByLabel('Account number').fill('12');
        await expect(form.getByText(/routing number.*(incomplete|invalid)/i)).toBeVisible();
        return;
      }
      await invoice.field('Routing number').fill('123');
      await invoice.field('Account number').focus();
      await expect(invoice.popup.getByText('Routing number is not valid')).toBeVisible();
      await invoice.field('Account number').fill('12');
      await invoice.field('Routing number').focus();
      await expect(invoice.popup.getByText('Account number is not valid')).toBeVisible();
      await invoice.field('Routing number').fill('');
      await invoice.field('Account number').fill(BANK_ACCOUNT);
      await expect(invoice.popup.getByText('Routing number is required')).toBeVisible();
      await expect(invoice.popup.getByText('Account number is not valid')).toBeHidden();
    },
  );
}

test(
  'PayEngine: a business savings account requires its type and name and shows its type (R45)',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.priya);
    const account = new CustomerAccount(page, framePerField);
    await openProfile(page, portal, 'harbor');
    await account.popup.getByRole('tab', { name: 'ACH Payment' }).click();
    await expect(account.popup.getByLabel('Account holder')).toHaveValue('PERSONAL');
    await expect(account.popup.getByLabel('Account type')).toHaveValue('CHECKING');
    await account.popup.getByLabel('Account holder').selectOption('Business');
    await account.popup.getByLabel('Account type').selectOption('Savings');
    await expectFits(page, 'the form of a business account');
    await expectAccessible(page, 'the form of a business account');
    await account.fillBankAccount(BANK_ACCOUNT);
    await account.popup.getByLabel('Business name').fill('Nair Design LLC');
    const sent = page.waitForRequest('**/gw/api/bank-accounts');
    await account.button('Confirm payment').click();
    expect((await sent).postDataJSON()).toMatchObject({
      account_type: 'savings',
      business_name: 'Nair Design LLC',
    });
    await expect(page.getByText('New payment method successfully added')).toBeVisible();
    await account.closeOverlay();
    await expect(account.method('6789')).toContainText('Business savings');
  },
);

test(
  'a card that is saved twice is listed once, with its expiry (R46)',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.hanna);
    const account = new CustomerAccount(page, formInFrame);
    for (let count = 0; count < 2; count += 1) {
      await openProfile(page, portal, 'northwind');
      await expect(account.fields.cardNumber).toBeVisible();
      await account.fillCard(CARDS.pays);
      await account.button('Confirm payment').click();
      await expect(page.getByText('New payment method successfully added')).toBeVisible();
      await account.closeOverlay();
    }
    const saved = account.method('4242').filter({ hasText: 'Expires 12/34' });
    await expect(saved).toHaveCount(1);
  },
);

test(
  'a method change for a plan, schedule or auto-pay shows the new fee first (R36)',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    test.slow();
    const { reference: customerRef } = CUSTOMERS.omar;
    await signInAs(CUSTOMERS.omar);
    const account = new CustomerAccount(page, framePerField);
    const openInvoice = async () => {
      const { invoiceRef } = await portal.unpaid('harbor', { customerRef });
      await account.open(`${portal.url}/harbor/invoices/${invoiceRef}`);
    };
    const change = async (arrangement: string) => {
      const card = page.getByRole('region', { name: arrangement });
      await card.getByRole('button', { name: 'Change', exact: true }).click();
      await account.chooseSaved('1138');
      for (const shown of ['Current processing fee', 'Current total', 'New total']) {
        await expect(account.popup.getByText(shown)).toBeVisible();
      }
      await expectFits(page, `another method for: ${arrangement}`);
      await account.popup.getByRole('button', { name: 'Close' }).first().click();
      await expect(card.getByText('**** 4444')).toBeVisible();
      await card.getByRole('button', { name: 'Change', exact: true }).click();
      await account.chooseSaved('1138');
      await account.button('Confirm payment').click();
      await expect(page.getByText('New payment method successfully added')).toBeVisible();
      await account.closeOverlay();
      await expect(card.getByText('**** 1138')).toBeVisible();
    };

    await openInvoice();
    await account.chooseDay();
    await account.chooseSaved('4444');
    await account.agree(/^Confirm scheduled payment \$/);
    await expect(page.getByText('Payment scheduled', { exact: true })).toBeVisible();
    await account.closeOverlay();
    await change('Scheduled payment');

    await openInvoice();
    await account.choosePlan(2);
    await account.chooseSaved('4444');
    await account.agree(/^Pay First payment \$/);
    await account.expectPaid();
    await change('Payment plan');

    await page.goto(`${portal.url}/harbor/profile`);
    const autoPay = page.getByRole('switch', { name: 'Auto-pay' });
    await page.getByLabel('Pay with').selectOption({ label: 'Mastercard **** 4444' });
    await autoPay.click();
    await expect(autoPay).toBeChecked();
    await page.getByLabel('Pay with').selectOption({ label: 'Bank account **** 1138' });
    await expect(page.getByText('Current processing fee')).toBeVisible();
    await expect(page.getByText('Processing fee with this method')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByLabel('Pay with')).toHaveValue(/.+/);
    await expect(page.getByText('Processing fee with this method')).toBeHidden();
    await autoPay.click();
    await expect(autoPay).not.toBeChecked();
  },
);

test(
  'Fiserv: an account that requires a driver license can be charged without storing the license',
  FULL_ONLY,
  async ({ page, portal }) => {
    const { dataDir } = portal;
    const need = async (checkFields: string, neededIds: readonly string[]): Promise<void> => {
      await updateCheckFields(dataDir, { domain: 'summit', checkFields });
      await portal.registerFiserv({ neededIds });
    };
    await need('driverLicense', ['driverLicense']);
    try {
      const invoice = new PublicInvoice(page, framePerField);
      await invoice.open((await portal.unpaid('summit')).url);
      await invoice.openBankForm();
      await expect(invoice.popup.getByText("Your driver's license is required")).toBeVisible();
      await expectFits(page, 'the form with an identification');
      await expectAccessible(page, 'the form with an identification');
      await invoice.fillBankAccount(BANK_ACCOUNT);
      await expect(invoice.submit).toBeDisabled();
      await invoice.field('ID type').selectOption('Driver license');
      await invoice.field('ID number').fill('D7654321');
      await invoice.field("Driver's license state").selectOption('TX');
      await invoice.submit.click();
      await expect(page.getByText('Your bank debit is on its way')).toBeVisible();
      expect(await portal.filesContaining(['D7654321'])).toEqual({ D7654321: [] });
    } finally {
      await need('', []);
    }
  },
);
