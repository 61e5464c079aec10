/** The quick start through the API with the typed client: customer, invoice, link, payment, webhook. */
import { createClient } from '@quittance/client/create-client';
import { linkTokenSchema } from '@quittance/contract/ids';
import { publicInvoiceSchema } from '@quittance/contract/invoices/portal-schemas';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ANY_ADDRESS } from '../../../src/platform/outbound/reach.ts';
import { deliverEvents } from '../../../src/webhooks/deliver-events.ts';
import { toAnswer, toCommandLine } from '../../world/command-line.ts';
import { toPayer } from '../../world/payer.ts';
import { type Receiver, startReceiver } from '../../world/receiver.ts';
import { openWorld, type World } from '../../world/world.ts';

const shownSchema = z.object({ account: publicInvoiceSchema });

let world: World;
let receiver: Receiver;

beforeAll(async () => {
  world = await openWorld({ webhookReach: ANY_ADDRESS });
  receiver = await startReceiver();
});
afterAll(async () => {
  vi.useRealTimers();
  await receiver.goDown();
  await world.close();
});

it('an invoice with lines is paid by its link and reported by polled events and verified webhooks', async () => {
  const company = await world.company();
  const { domain } = company;
  const created = ['keys', 'create', domain, '--name', 'ERP'];
  const { key: apiKey } = await toAnswer(toCommandLine(world), created);
  const client = createClient({ baseUrl: world.url, apiKey });
  const { secret } = await client.createWebhookEndpoint({ body: { url: receiver.url } });

  const customer = await client.createCustomer({
    body: { customerRef: 'A-100', firstName: 'Ada', lastName: 'Pine', email: 'ada@example.com' },
  });
  const invoice = await client.createInvoice({
    body: {
      customerRef: customer.customerRef,
      accountRef: 'R-1',
      productName: 'Crown, tooth 14',
      dueDate: '2027-02-01',
      lines: [
        { text: 'Crown', unitPrice: 8000, tax: 500 },
        { text: 'X-ray', quantity: 2, unitPrice: 750 },
      ],
    },
  });
  expect(invoice).toMatchObject({ total: 10_000, tax: 500, balance: 10_000, status: 'DUE' });
  const { url } = await client.createInvoiceLink({ params: { invoiceId: invoice.id } });

  const token = linkTokenSchema.parse(url.split('/').at(-1));
  const shown = await fetch(`${world.url}/api/portal/public/account/${domain}/${token}`);
  const { account } = shownSchema.parse(await shown.json());
  const payer = toPayer({ ...world, company, invoice: { ...account, token, domain } });
  expect(await payer.pay()).toMatchObject({ code: 200, success: true });
  expect(await client.getInvoice({ params: { invoiceId: invoice.id } })).toMatchObject({
    status: 'COLLECTED',
    balance: 0,
  });

  const { data: polled, hasMore } = await client.listEvents({ query: { after: 0 } });
  expect(hasMore).toBe(false);
  const types = polled.map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining([
      'customer.created',
      'invoice.issued',
      'link.created',
      'payment.succeeded',
      'invoice.paid',
    ]),
  );

  await deliverEvents(world.deps);
  const verified = receiver.received.map(({ headers, body }) => {
    // The published library compares the timestamp with the system clock.
    vi.setSystemTime(new Date(Number(headers['webhook-timestamp']) * 1000));
    return new Webhook(secret).verify(body, headers);
  });
  const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);
  expect((verified as typeof polled).sort(byId)).toEqual([...polled].sort(byId)); // because verify() answers unknown
});
