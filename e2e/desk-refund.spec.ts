/** A refund in the staff console whose answer gets lost (R78, R88): pressed again, it is the same refund. */
import { Desk } from './pages/desk.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { isFull } from './scope.ts';
import { expect, test } from './test.ts';

if (isFull) test.describe.configure({ timeout: 180_000 });

test('a refund whose answer is lost is made once, although the dialog is closed and the page reloaded', async ({
  page,
  context,
  portal,
}) => {
  const { invoiceRef, url } = await portal.unpaid('harbor', { totalCents: 10_000 });
  const payer = new PublicInvoice(await context.newPage());
  await payer.open(url);
  await payer.pay(CARDS.pays);
  await expect(payer.badge('Paid')).toBeVisible();
  await payer.page.close();

  const desk = new Desk(page, `${portal.url}/desk/harbor`);
  await desk.signInByMail(portal, 'owner.harbor@example.com');
  await desk.addPasskey('Work laptop');
  await desk.openPayment(invoiceRef);

  const order = async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await desk.fill({ Amount: '30.00', Reason: 'One visit less' });
    await desk.dialog.getByRole('button', { name: 'Refund $30.00' }).click();
  };
  await page.route(
    '**/refunds',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await order();
  await expect(desk.dialog.getByRole('alert')).toContainText('it is not done twice');
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
  const orderedRows = page.getByRole('row').filter({ hasText: '$30.00' });
  await expect(orderedRows).toHaveCount(1);

  await page.reload();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(desk.dialog.getByText('A refund of $30.00 was already ordered')).toBeVisible();
  await page.keyboard.press('Escape');
  await order();
  await expect(page.getByText('The refund is ordered and made within a minute.')).toBeVisible();
  await expect(orderedRows).toHaveCount(1);
  // The server makes what was ordered, within a minute.
  if (!isFull) return;
  const refunded = async () => (await portal.charges()).map(({ refundedCents }) => refundedCents);
  await expect.poll(refunded, { timeout: 90_000 }).toContain(3000);
});
