/** The second half of a provider's day (R76, R78): a payment whose outcome stays unknown, and a company's own webhook. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readMoney } from './database.ts';
import { Desk } from './pages/desk.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';
import { FULL_ONLY } from './scope.ts';
import { test as base, expect } from './test.ts';

/** A portal of its own: the time is moved, and webhooks may go to this machine. */
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

test.describe.configure({ timeout: 240_000 });

/** A company's own system: it takes every webhook and notes its type. */
async function startReceiver() {
  const types: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    // because the body of a webhook is documented
    const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
    types.push(type);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    types,
    url: `http://127.0.0.1:${address.port}/`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

test(
  'a held payment is decided by its owner, and the webhook tells it',
  FULL_ONLY,
  async ({ page, context, portal }) => {
    const receiver = await startReceiver();
    const desk = new Desk(page, `${portal.url}/desk/harbor`);
    await desk.signInByMail(portal, 'owner.harbor@example.com');
    await desk.addPasskey('Work laptop');
    await desk.addEndpoint(receiver.url);

    await portal.fault({ operation: 'charge', fault: 'lose_answer' });
    await portal.fault({ operation: 'lookup', fault: 'http_500_before', times: 1000 });
    const { url, invoiceRef } = await portal.unpaid('harbor');
    const payer = new PublicInvoice(await context.newPage());
    await payer.open(url);
    await payer.pay(CARDS.pays);
    await expect.poll(async () => (await portal.charges()).length).toBeGreaterThan(0);
    await payer.page.close();

    const item = page.getByRole('listitem').filter({ hasText: invoiceRef });
    await expect(async () => {
      await portal.travel('next');
      await desk.open('/attention', 'Needs attention');
      await expect(item).toContainText('The outcome of a payment is unknown', { timeout: 2000 });
    }).toPass({ timeout: 150_000 });
    await item.getByRole('link', { name: 'Open payment' }).click();
    await desk.expectHeading(/^Payment of \$/);
    await page.getByRole('button', { name: 'Decide the outcome' }).click();
    const charge = (await portal.charges()).at(-1);
    await desk.dialog
      .getByLabel("The processor's id of the charge")
      .fill(charge?.transactionId ?? '');
    await desk.dialog.getByLabel('Reason').fill('Found in the records of the processor');
    await desk.dialog.getByRole('button', { name: 'Record this outcome' }).click();
    await expect(page.getByText('The outcome is recorded.')).toBeVisible();
    await expect(page.getByText('Succeeded').first()).toBeVisible();
    expect(await readMoney(portal.dataDir, invoiceRef)).toEqual({
      paidCents: 150_000,
      refundedCents: 0,
    });

    await expect.poll(() => receiver.types, { timeout: 60_000 }).toContain('payment.succeeded');
    await desk.open('/settings/webhooks', /webhooks/i);
    await page.getByRole('button', { name: 'View deliveries' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'payment.succeeded' })).toContainText(
      'Delivered',
    );
    await receiver.stop();
  },
);
