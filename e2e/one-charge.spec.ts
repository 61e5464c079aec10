/** Whatever the payer, the network or the processor does: one charge (ADR 0004). */
import { expect, test } from '@playwright/test';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;

test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal?.stop());

test('the same click twice makes one charge', async ({ page }) => {
  const before = (await portal.charges()).length;
  const invoice = new PublicInvoice(page);
  await invoice.open(portal.unpaid('harbor').url);
  await invoice.openCardForm();
  await invoice.fillCard(CARDS.pays);
  await invoice.submit.dblclick();
  await expect(page.getByText('Payment successful!')).toBeVisible();
  expect(await portal.charges()).toHaveLength(before + 1);
});

test('two tabs at once make one charge, and the other tab learns the truth', async ({
  context,
}) => {
  const before = (await portal.charges()).length;
  const { url } = portal.unpaid('harbor');
  const tabs = [];
  for (let count = 0; count < 2; count += 1) {
    const invoice = new PublicInvoice(await context.newPage());
    await invoice.open(url);
    await invoice.openCardForm();
    await invoice.fillCard(CARDS.pays);
    await expect(invoice.submit).toBeEnabled();
    tabs.push(invoice);
  }
  // A tab in the background draws nothing, and a click would wait for it to be drawn.
  await Promise.all(tabs.map((invoice) => invoice.submit.dispatchEvent('click')));
  for (const invoice of tabs) await expect(invoice.badge('Paid')).toBeVisible({ timeout: 20_000 });
  expect(await portal.charges()).toHaveLength(before + 1);
});

test('the processor loses its answer: pending, then the truth, one charge', async ({ page }) => {
  const before = (await portal.charges()).length;
  await portal.fault({ operation: 'sale', fault: 'lose_answer' });
  const invoice = new PublicInvoice(page);
  await invoice.open(portal.unpaid('harbor').url);
  await invoice.pay(CARDS.pays);
  await expect(page.getByText('Please, dont close this window while paying')).toBeVisible();
  await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
  expect(await portal.charges()).toHaveLength(before + 1);
});
