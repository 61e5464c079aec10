/** Repeated clicks, parallel tabs and lost responses must result in exactly one charge (ADR 0004). */
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

test('a double click on Pay makes one charge', async ({ page, portal }) => {
  const before = (await portal.charges()).length;
  const invoice = new PublicInvoice(page);
  await invoice.open((await portal.unpaid('harbor')).url);
  await invoice.openCardForm();
  await invoice.fillCard(CARDS.pays);
  await invoice.submit.dblclick();
  await expect(page.getByText('Payment successful!')).toBeVisible();
  expect(await portal.charges()).toHaveLength(before + 1);
});

test('two tabs that pay simultaneously make one charge, and both show it as paid', async ({
  context,
  portal,
}) => {
  const before = (await portal.charges()).length;
  const { url } = await portal.unpaid('harbor');
  const tabs = [];
  for (let count = 0; count < 2; count += 1) {
    const invoice = new PublicInvoice(await context.newPage());
    await invoice.open(url);
    await invoice.openCardForm();
    await invoice.fillCard(CARDS.pays);
    await expect(invoice.submit).toBeEnabled();
    tabs.push(invoice);
  }
  // A regular click waits for an animation frame, which a background tab never renders.
  await Promise.all(tabs.map((invoice) => invoice.submit.dispatchEvent('click')));
  for (const invoice of tabs) await expect(invoice.badge('Paid')).toBeVisible({ timeout: 20_000 });
  expect(await portal.charges()).toHaveLength(before + 1);
});

test(
  'a payment with a lost processor response is pending, then paid, with one charge',
  FULL_ONLY,
  async ({ page, portal }) => {
    const before = (await portal.charges()).length;
    await portal.fault({ operation: 'sale', fault: 'lose_answer' });
    const invoice = new PublicInvoice(page);
    await invoice.open((await portal.unpaid('harbor')).url);
    await invoice.pay(CARDS.pays);
    await expect(page.getByText('Please, dont close this window while paying')).toBeVisible();
    await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
    expect(await portal.charges()).toHaveLength(before + 1);
  },
);
