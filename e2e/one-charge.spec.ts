/** Repeated clicks, parallel tabs and lost responses must result in exactly one charge (ADR 0004). */
import { COMPANIES } from './demo-companies.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { reloadAfter, slowDown } from './pages/reload.ts';
import { watchFor } from './pages/watch-for.ts';
import { FULL_ONLY, isFull, sampledIf } from './scope.ts';
import { expect, test } from './test.ts';

const RELOADS_MS = [50, 150, 500, 2000] as const;
const ROUNDS = isFull ? 20 : 1;
/** Longer than a page takes to open, so that most reloads come before the result. */
const CHARGE_MS = 1_200;
/** For the reload itself and two calls, with the network and the processor of a phone on a busy machine. */
const LAG_MS = 4_000;

for (const { domain, processor, fields } of COMPANIES) {
  for (const delayMs of RELOADS_MS) {
    test(
      `${processor}: a page reloaded ${delayMs} ms after the submit never offers to pay again and shows the result, with one charge (R21)`,
      sampledIf(processor === 'PayEngine' && delayMs === 50),
      async ({ context, portal }) => {
        test.setTimeout(60_000 * ROUNDS);
        for (let round = 0; round < ROUNDS; round += 1) {
          const before = await portal.countPaid(domain);
          const page = await context.newPage();
          const invoice = new PublicInvoice(page, fields);
          await invoice.open((await portal.unpaid(domain)).url);
          await invoice.openCardForm();
          await invoice.fillCard(CARDS.pays);
          await expect(invoice.submit).toBeEnabled();
          const isOffered = await watchFor(page, 'Pay now');
          if (isFull) await slowDown(page);
          const fault = { operation: 'charge', fault: 'slow', delayMs: CHARGE_MS };
          await portal.fault({ processor: processor.toLowerCase(), ...fault });
          await reloadAfter(page, { delayMs, press: () => invoice.submit.click() });
          await expect.poll(() => portal.countPaid(domain)).toBe(before + 1);
          await expect(invoice.badge('Paid')).toBeVisible({ timeout: CHARGE_MS + LAG_MS });
          expect(await isOffered()).toBe(false);
          expect(await portal.countPaid(domain)).toBe(before + 1);
          await page.close();
        }
      },
    );
  }
}

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
