/** A provider's day in the staff console (R47, R73 to R78): every figure on screen is that of the ledger. */
import { readMoney } from './database.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { isFull } from './scope.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

const BANK_ACCOUNT = '000123456789';
const CUSTOMER = { ref: 'DESK-1', email: 'rosa.day@example.com' };

test('sign in, import, send, be paid, refund and see what came in', async ({
  page,
  context,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  await desk.enter(portal.desk);
  await expectNoViolations(page, 'the overview');
  await desk.addPasskey('Work laptop');

  await desk.importRows('Customers', {
    name: 'customers.csv',
    text: `customerRef,firstName,lastName,email\n${CUSTOMER.ref},Rosa,Day,${CUSTOMER.email}\n`,
  });
  await desk.importRows('Invoices', {
    name: 'invoices.csv',
    text: `accountRef,customerRef,productName,total,dueDate\nDESK-100,${CUSTOMER.ref},Crown,250.00,2030-01-31\n`,
  });

  await desk.openRow('/invoices', 'DESK-100');
  await desk.expectHeading('Invoice DESK-100');
  await page.getByRole('button', { name: 'Send by mail' }).click();
  await expect(page.getByText('The invoice is on its way to the customer.')).toBeVisible();

  const link = await portal.mailbox.nextLink(CUSTOMER.email, /http\S+\/pay\/\w+/);
  const payer = new PublicInvoice(await context.newPage());
  await payer.open(link);
  await payer.pay(CARDS.pays);
  await expect(payer.badge('Paid')).toBeVisible();
  await payer.page.close();

  await desk.openPayment('DESK-100');
  await expect(page.getByText('Succeeded').first()).toBeVisible();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await desk.dialog.getByLabel('Amount').fill('51.55');
  await expect(
    desk.dialog.getByRole('heading', { name: 'What the ledger will record' }),
  ).toBeVisible();
  await desk.dialog.getByLabel('Reason').fill('One visit less');
  await desk.dialog.getByRole('button', { name: 'Refund $51.55' }).click();
  await expect(page.getByText('The refund is ordered and made within a minute.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Refund ordered')).toBeVisible();
  await expectNoViolations(page, 'the page of a payment');
  // Refunds are made once a minute.
  if (!isFull) return;
  await expect
    .poll(() => readMoney(portal.dataDir, 'DESK-100'), { timeout: 90_000 })
    .toEqual({ paidCents: 25_000, refundedCents: 5155 });
  await page.reload();
  await expect(page.getByText('Refund made')).toBeVisible();
  await expect(page.getByText('$51.55').first()).toBeVisible();
});

test('a debit that comes back waits for a person, and is taken note of', async ({
  page,
  context,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  await desk.signInByMail(portal, 'clerk.harbor@example.com');
  const { url, invoiceRef } = await portal.unpaid('harbor');
  const payer = new PublicInvoice(await context.newPage());
  await payer.open(url);
  await payer.openBankForm();
  await payer.fillBankAccount(BANK_ACCOUNT);
  await payer.submit.click();
  await expect(payer.page.getByText('Your bank debit is on its way')).toBeVisible();
  await payer.page.close();
  await portal.returnNewestDebit('R01');

  const item = page.getByRole('listitem').filter({ hasText: invoiceRef });
  await expect(async () => {
    await desk.open('/attention', 'Needs attention');
    await expect(item).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(item).toContainText('A payment came back');
  await expect(item).toContainText('$1,512.00');
  await item.getByRole('button', { name: 'Take note' }).click();
  await desk.dialog.getByLabel('Reason').fill('Called the customer');
  await desk.dialog.getByRole('button', { name: 'Take off the list' }).click();
  await expect(item).toBeHidden();
});
