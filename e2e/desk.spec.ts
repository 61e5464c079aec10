/**
 * The main path through the staff console (R78); desk-day.spec.ts covers a whole day. Requesting a refund again
 * after a lost response must not create a second refund (R88).
 */
import { holdPayment } from './database.ts';
import { readInvoiceLedger, readPaymentLedger } from './ledger.ts';
import { expectNoViolations } from './pages/axe.ts';
import { Desk } from './pages/desk.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { isFull } from './scope.ts';
import { expect, test } from './test.ts';

test.describe.configure({ timeout: 180_000 });

const CUSTOMER = { ref: 'DESK-1', email: 'rosa.day@example.com' };
const INVOICE = 'DESK-100';

test('a staff member sends an invoice, refunds its payment once, and decides a held payment', async ({
  page,
  context,
  portal,
}) => {
  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  const refund = async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await desk.fill({ Amount: '30.00', Reason: 'One visit less' });
    await desk.dialog.getByRole('button', { name: 'Refund $30.00' }).click();
  };
  const refunds = page.getByRole('row').filter({ hasText: '$30.00' });

  await test.step('an invoice is imported and sent', async () => {
    await desk.signInByMail(portal, 'owner.harbor@example.com');
    await desk.importRows('Customers', {
      name: 'customers.csv',
      text: `customerRef,firstName,lastName,email\n${CUSTOMER.ref},Rosa,Day,${CUSTOMER.email}\n`,
    });
    await desk.importRows('Invoices', {
      name: 'invoices.csv',
      text: [
        'accountRef,customerRef,productName,total,dueDate',
        `${INVOICE},${CUSTOMER.ref},Crown,250.00,2030-01-31`,
        '',
      ].join('\n'),
    });
    await desk.openRow('/invoices', INVOICE);
    await desk.expectHeading(`Invoice ${INVOICE}`);
    await page.getByRole('button', { name: 'Send by email' }).click();
    await expect(page.getByText('The invoice is on its way to the customer.')).toBeVisible();
  });

  await test.step('the payment of the invoice matches the ledger', async () => {
    const link = await portal.mailbox.nextLink(CUSTOMER.email, /http\S+\/pay\/\w+/);
    const payer = new PublicInvoice(await context.newPage());
    await payer.open(link);
    await payer.pay(CARDS.pays);
    await expect(payer.badge('Paid')).toBeVisible();
    await payer.page.close();
    await desk.openRow('/invoices', INVOICE);
    const listed = page.getByRole('table', { name: 'Payments' }).getByRole('row').last();
    await expect(listed).toContainText('$250.00');
    await desk.openPayment(INVOICE);
    await desk.expectHeading('Payment of $250.00');
    await expect(page.getByText('Succeeded').first()).toBeVisible();
    const { amount, fee } = await readPaymentLedger(portal.dataDir, INVOICE);
    expect(await desk.centsOf('Credited to the invoice')).toBe(amount);
    expect(await desk.centsOf('Total paid')).toBe(amount + fee);
    expect(await readInvoiceLedger(portal.dataDir, INVOICE)).toEqual({
      total: 25_000,
      paid: amount,
    });
    await expectNoViolations(page, 'the page of a payment');
  });

  await test.step('a refund is ordered with a passkey and its response is lost', async () => {
    await desk.addPasskey(portal, 'Work laptop');
    await desk.openPayment(INVOICE);
    await page.route(
      '**/refunds',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await refund();
    await expect(desk.dialog.getByRole('alert')).toContainText('it will not be done twice');
    await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(refunds).toHaveCount(1);
  });

  await test.step('a refund that is ordered again after a reload is not duplicated', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(desk.dialog.getByText('A refund of $30.00 was already requested')).toBeVisible();
    await page.keyboard.press('Escape');
    await refund();
    await expect(
      page.getByText('Refund submitted. It usually completes within a minute.'),
    ).toBeVisible();
    await expect(refunds).toHaveCount(1);
    const ordered = page.getByRole('listitem').filter({ hasText: 'Refund requested' });
    await expect(ordered).toContainText('by Olivia');
    await expect(ordered).toContainText('“One visit less”');
    await expect(page.getByRole('listitem').filter({ hasText: 'PROVIDER' })).toHaveCount(0);
  });

  await test.step('a held payment is decided, and its invoice becomes payable again', async () => {
    const { invoiceRef, url } = await portal.unpaid('harbor');
    await holdPayment(portal.dataDir, invoiceRef);
    await desk.open('/attention', 'Needs attention');
    const held = page.getByRole('listitem').filter({ hasText: invoiceRef });
    await expect(held).toContainText('The outcome of a payment is unknown');
    await held.getByRole('link', { name: 'Open payment' }).click();
    await expect(page.getByText('Total', { exact: true })).toBeVisible();
    await expect(page.getByText('Total paid')).toHaveCount(0);
    await page.getByRole('button', { name: 'Resolve payment' }).click();
    await desk.dialog.getByRole('radio', { name: 'It was not paid' }).check({ force: true });
    await desk.dialog.getByLabel('Reason').fill('Not in the records of the processor');
    await desk.dialog.getByRole('button', { name: 'Record this outcome' }).click();
    await expect(page.getByText('Outcome recorded.')).toBeVisible();
    await expect(page.getByText('Failed').first()).toBeVisible();
    const payer = new PublicInvoice(page);
    await payer.open(url);
    await expect(payer.payNow).toBeEnabled();
  });

  // The server makes the requested refund within a minute, so only the full run waits for it.
  if (!isFull) return;
  const refunded = async () => (await portal.charges()).map(({ refundedCents }) => refundedCents);
  await expect.poll(refunded, { timeout: 90_000 }).toContain(3000);
});
