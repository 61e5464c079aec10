/** The staff console (R78), the shortest way through it: the provider's whole day is in desk-day.spec.ts. */
import { readInvoiceLedger, readPaymentLedger } from './ledger.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { expect, test } from './test.ts';

const CUSTOMER = { ref: 'DESK-1', email: 'rosa.day@example.com' };

test('an invoice is imported and sent, and its payment is shown as the ledger has it', async ({
  page,
  context,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  await desk.signInByMail(portal, 'owner.harbor@example.com');
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
  await page.getByRole('button', { name: 'Send by email' }).click();
  await expect(page.getByText('The invoice is on its way to the customer.')).toBeVisible();

  const link = await portal.mailbox.nextLink(CUSTOMER.email, /http\S+\/pay\/\w+/);
  const payer = new PublicInvoice(await context.newPage());
  await payer.open(link);
  await payer.pay(CARDS.pays);
  await expect(payer.badge('Paid')).toBeVisible();
  await payer.page.close();

  await desk.openPayment('DESK-100');
  await expect(page.getByText('Succeeded').first()).toBeVisible();
  const { amount, fee } = await readPaymentLedger(portal.dataDir, 'DESK-100');
  expect(await desk.centsOf('Credited to the invoice')).toBe(amount);
  expect(await desk.centsOf('Total paid')).toBe(amount + fee);
  expect(await readInvoiceLedger(portal.dataDir, 'DESK-100')).toEqual({
    total: 25_000,
    paid: amount,
  });
  await expectNoViolations(page, 'the page of a payment');
});
