/**
 * A provider's day in the staff console, from start to end (R47, R73 to R78). Every figure on screen must match the
 * ledger.
 */
import { readCompanyLedger, readInvoiceLedger, readPaymentLedger } from './ledger.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { startIdentityProvider } from './pages/identity-provider.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { startReceiver } from './pages/webhook-receiver.ts';
import { type Portal, startPortal } from './portal.ts';
import { FULL_ONLY } from './scope.ts';
import { test as base, expect } from './test.ts';

/** Needs its own portal because the test moves time and allows webhooks to this machine. */
const test = base.extend<object, { portal: Portal }>({
  portal: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal({ WEBHOOKS_TO_PRIVATE_ADDRESSES: 'yes' });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.describe.configure({ timeout: 420_000 });
test.use({ actionTimeout: 30_000 });

const BANK_ACCOUNT = '000123456789';
const CUSTOMER = { ref: 'DAY-1', email: 'rosa.day@example.com' };
const INVOICES = { card: 'DAY-100', debit: 'DAY-200', held: 'DAY-300' } as const;

const CUSTOMER_FILE = {
  name: 'customers.csv',
  text: `customerRef,firstName,lastName,email\n${CUSTOMER.ref},Rosa,Day,${CUSTOMER.email}\n`,
};
const INVOICE_FILE = {
  name: 'invoices.csv',
  text: [
    'accountRef,customerRef,productName,total,dueDate',
    `${INVOICES.card},${CUSTOMER.ref},Crown,250.00,2030-01-31`,
    `${INVOICES.debit},${CUSTOMER.ref},Bridge,1500.00,2030-01-31`,
    `${INVOICES.held},${CUSTOMER.ref},Implant,900.00,2030-01-31`,
    '',
  ].join('\n'),
};

class Day {
  readonly desk: Desk;
  readonly portal: Portal;

  constructor(desk: Desk, portal: Portal) {
    this.desk = desk;
    this.portal = portal;
  }

  get page() {
    return this.desk.page;
  }

  async sendTo(invoiceRef: string): Promise<PublicInvoice> {
    await this.desk.openRow('/invoices', invoiceRef);
    await this.desk.expectHeading(`Invoice ${invoiceRef}`);
    await this.desk.sendInvoice();
    const link = await this.portal.mailbox.nextLink(CUSTOMER.email, /http\S+\/pay\/\w+/);
    const payer = new PublicInvoice(await this.page.context().newPage());
    await payer.open(link);
    return payer;
  }

  async expectInvoice(invoiceRef: string): Promise<void> {
    const { total, paid } = await readInvoiceLedger(this.portal.dataDir, invoiceRef);
    await this.desk.openRow('/invoices', invoiceRef);
    await this.desk.expectHeading(`Invoice ${invoiceRef}`);
    await expect(this.page.getByRole('term').filter({ hasText: /^Total$/ })).toBeVisible();
    expect(await this.desk.centsOf('Total')).toBe(total);
    expect(await this.desk.centsOf('Paid')).toBe(paid);
    expect(await this.desk.centsOf('Balance due')).toBe(total - paid);
  }

  async expectPayment(invoiceRef: string): Promise<void> {
    const ledger = await readPaymentLedger(this.portal.dataDir, invoiceRef);
    expect(await this.desk.centsOf('Credited to the invoice')).toBe(ledger.amount);
    expect(await this.desk.centsOf('Processing fee')).toBe(ledger.fee);
    expect(await this.desk.centsOf('Total paid')).toBe(ledger.amount + ledger.fee);
  }

  async expectOverview(): Promise<void> {
    await this.desk.open('', 'Overview');
    await expect(this.page.getByRole('term').filter({ hasText: /^Collected$/ })).toBeVisible();
    const { dataDir } = this.portal;
    const { received, wentBack, open } = await readCompanyLedger(dataDir, 'harbor');
    expect(await this.desk.centsOf('Collected')).toBe(received - wentBack);
    expect(await this.desk.centsOf('Open')).toBe(open.amount);
    await expect(this.page.getByText(`${open.count} invoices`).first()).toBeVisible();
  }
}

test(
  'a staff member completes a full day, from importing and sending invoices to refunds and webhooks',
  FULL_ONLY,
  async ({ page, portal }) => {
    const receiver = await startReceiver();
    const desk = new Desk(page, `${portal.url}/desk/harbor`);
    const day = new Day(desk, portal);
    await desk.signInByMail(portal, 'owner.harbor@example.com');
    await desk.addPasskey(portal, 'Work laptop');
    await desk.addEndpoint(receiver.url);
    await day.expectOverview();

    await desk.importRows('Customers', CUSTOMER_FILE);
    await desk.importRows('Invoices', INVOICE_FILE);
    await desk.openRow('/customers', 'Rosa Day');
    for (const ref of Object.values(INVOICES))
      await expect(page.getByRole('row').filter({ hasText: ref })).toBeVisible();

    const byCard = await day.sendTo(INVOICES.card);
    await byCard.pay(CARDS.pays);
    await expect(byCard.badge('Paid')).toBeVisible();
    await byCard.page.close();
    await desk.openPayment(INVOICES.card);
    await expect(page.getByText('Succeeded').first()).toBeVisible();
    await day.expectPayment(INVOICES.card);
    await day.expectOverview();

    await desk.openPayment(INVOICES.card);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await desk.dialog.getByLabel('Amount', { exact: true }).fill('51.55');
    await expect(
      desk.dialog.getByRole('heading', { name: 'What the ledger will record' }),
    ).toBeVisible();
    await desk.dialog.getByLabel('Reason').fill('One visit less');
    await desk.dialog.getByRole('button', { name: 'Refund $51.55' }).click();
    await expect(
      page.getByText('Refund submitted. It usually completes within a minute.'),
    ).toBeVisible();

    const byBank = await day.sendTo(INVOICES.debit);
    await byBank.openBankForm();
    await byBank.fillBankAccount(BANK_ACCOUNT);
    await byBank.submit.click();
    await expect(byBank.page.getByText('Your bank debit is on its way')).toBeVisible();
    await byBank.page.close();
    await portal.returnNewestDebit('R01');
    const returned = page.getByRole('listitem').filter({ hasText: INVOICES.debit });
    await expect(async () => {
      await desk.open('/attention', 'Needs attention');
      await expect(returned).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(returned).toContainText('A payment was returned');
    await returned.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await desk.dialog.getByLabel('Reason').fill('Called the customer');
    await desk.dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(returned).toBeHidden();
    await day.expectInvoice(INVOICES.debit);

    // Refunds are processed once a minute.
    await expect
      .poll(async () => (await readPaymentLedger(portal.dataDir, INVOICES.card)).wentBack, {
        timeout: 90_000,
      })
      .toBe(5155);
    await desk.openPayment(INVOICES.card);
    await expect(page.getByText('Refund completed')).toBeVisible();
    await expect(page.getByText('The customer was notified by email').first()).toBeVisible();
    expect(await desk.centsOf('Refunded')).toBe(5155);
    await day.expectInvoice(INVOICES.card);
    await day.expectOverview();

    await portal.fault({ operation: 'charge', fault: 'lose_answer' });
    await portal.fault({ operation: 'lookup', fault: 'http_500_before', times: 1000 });
    const before = (await portal.charges()).length;
    const unlucky = await day.sendTo(INVOICES.held);
    await unlucky.pay(CARDS.pays);
    await expect.poll(async () => (await portal.charges()).length).toBeGreaterThan(before);
    await unlucky.page.close();
    const held = page.getByRole('listitem').filter({ hasText: INVOICES.held });
    await expect(async () => {
      await portal.travel('next');
      await desk.open('/attention', 'Needs attention');
      await expect(held).toContainText('The outcome of a payment is unknown', { timeout: 2000 });
    }).toPass({ timeout: 150_000 });
    await held.getByRole('link', { name: 'Open payment' }).click();
    await desk.expectHeading(/^Payment of \$/);
    await page.getByRole('button', { name: 'Resolve payment' }).click();
    const charge = (await portal.charges()).at(-1);
    await desk.dialog.getByLabel('Processor charge ID').fill(charge?.transactionId ?? '');
    await desk.dialog.getByLabel('Reason').fill('Found in the records of the processor');
    await desk.dialog.getByRole('button', { name: 'Record this outcome' }).click();
    await expect(page.getByText('Outcome recorded.')).toBeVisible();
    await expect(page.getByText('Succeeded').first()).toBeVisible();
    await day.expectPayment(INVOICES.held);
    for (const ref of Object.values(INVOICES)) await day.expectInvoice(ref);

    const told = ['invoice.issued', 'payment.succeeded', 'payment.returned', 'refund.succeeded'];
    await expect
      .poll(() => receiver.types, { timeout: 60_000 })
      .toEqual(expect.arrayContaining(told));
    await desk.open('/settings/webhooks', /webhooks/i);
    await page.getByRole('button', { name: 'View deliveries' }).click();
    const succeeded = page.getByRole('row').filter({ hasText: 'payment.succeeded' });
    await expect(succeeded.first()).toContainText('Delivered');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByLabel('Event', { exact: true }).selectOption('refund.failed');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Test event sent.')).toBeVisible();
    await expect.poll(() => receiver.types, { timeout: 60_000 }).toContain('refund.failed');
    await receiver.stop();
  },
);

test(
  'a member signs in with the identity provider that an owner connected',
  FULL_ONLY,
  async ({ page, browser, portal }) => {
    const email = 'clerk.harbor@example.com';
    const provider = await startIdentityProvider('quittance', { email });
    const desk = new Desk(page, `${portal.url}/desk/harbor`);
    await desk.signInByMail(portal, 'owner.harbor@example.com');
    await desk.addPasskey(portal, 'Work laptop');

    await desk.open('/settings/single-sign-on', 'Single sign-on');
    await page.getByLabel('Name', { exact: true }).fill('Okta');
    await page.getByLabel('Issuer').fill(`${provider.url}/nowhere`);
    await page.getByLabel('Client ID').fill('quittance');
    await page.getByLabel('Client secret').fill('secret');
    await page.getByLabel(/^Required/).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('No identity provider answers at this address')).toBeVisible();
    await page.getByLabel('Issuer').fill(provider.url);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Single sign-on saved.')).toBeVisible();
    await expectNoViolations(page, 'single sign-on');

    const context = await browser.newContext();
    const clerk = await context.newPage();
    await clerk.goto(`${desk.root}/invoices`);
    await clerk.getByRole('button', { name: 'Continue with Okta' }).click();
    await expect(clerk.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
    await expect(clerk).toHaveURL(`${desk.root}/invoices`);
    await expect(clerk.getByText('Clerk', { exact: true })).toBeVisible();
    await clerk.goto(`${desk.root}/single-sign-on?code=stolen&state=stolen`);
    await expect(clerk.getByText("didn't confirm who you are")).toBeVisible();

    await desk.open('/settings/keys', 'Keys and sessions');
    const session = page.getByRole('row').filter({ hasText: '(Clerk)' }).first();
    await session.getByRole('button', { name: 'End session' }).click();
    await desk.dialog.getByRole('button', { name: 'End session' }).click();
    await expect(page.getByText('Session ended.')).toBeVisible();
    await clerk.goto(`${desk.root}/invoices`);
    await expect(clerk.getByRole('button', { name: 'Continue with Okta' })).toBeVisible();

    await desk.open('/settings/single-sign-on', 'Single sign-on');
    await page.getByRole('button', { name: 'Turn off single sign-on' }).click();
    await desk.dialog.getByRole('button', { name: 'Turn off single sign-on' }).click();
    await expect(page.getByText('Single sign-on is off.')).toBeVisible();
    await context.close();
    provider.stop();
  },
);
