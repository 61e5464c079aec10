/** Webhooks are verified, stored and processed later. Their content is never trusted. */
import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/kernel/clock.ts';
import { forFile } from '../../world/for-file.ts';
import { useWorld } from '../../world/world.ts';

const world = useWorld({ clock: systemClock });
const harbor = forFile(() => world.company());

type Sent = {
  reference: string;
  secret?: string;
  ageSeconds?: number;
  eventId?: string;
  company?: string;
};

function send({ reference, secret, ageSeconds = 0, eventId = randomUUID(), company }: Sent) {
  const body = JSON.stringify({
    event_uid: eventId,
    event: 'PAYMENT_SALE',
    data: { internalTransactionID: reference, status: 'succeeded' },
  });
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = createHmac('sha256', secret ?? harbor.merchant.webhookSecret)
    .update(`${timestamp}.${body}`)
    .digest('hex');
  return fetch(`${world.url}/api/webhooks/payengine/${company ?? harbor.domain}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-pf-signature': `t=${timestamp},s=${signature}`,
    },
    body,
  });
}

async function readAttempt(requestId: string): Promise<string> {
  const { rows } = await world.deps.database.pool.query<{ id: string }>(
    'select id from attempts where request_id = $1',
    [requestId],
  );
  return rows[0]?.id ?? '';
}

async function inbox(): Promise<number> {
  const { rows } = await world.deps.database.pool.query('select 1 from webhook_events');
  return rows.length;
}

describe('A webhook', () => {
  it('a webhook settles a payment whose response was lost', async () => {
    const invoice = await world.invoice(harbor);
    await world.sandbox.fault({ operation: 'sale', fault: 'lose_answer' });
    await world.payer(harbor, invoice).pay();
    const answer = await send({ reference: await readAttempt(invoice.requestId) });
    expect(answer.status).toBe(200);
    await world.runJobs();
    expect((await world.payer(harbor, invoice).read()).status).toBe('COLLECTED');
  });

  it('a webhook cannot mark a payment as successful if the processor does not know the payment', async () => {
    const invoice = await world.invoice(harbor);
    await world.sandbox.fault({ operation: 'sale', fault: 'lose_before' });
    await world.payer(harbor, invoice).pay();
    await send({ reference: await readAttempt(invoice.requestId) });
    await world.runJobs();
    expect((await world.payer(harbor, invoice).read()).status).toBe('PENDING');
  });

  it('a webhook is stored once, however often it arrives', async () => {
    const before = await inbox();
    const event = { reference: randomUUID(), eventId: randomUUID() };
    for (let time = 0; time < 3; time += 1) expect((await send(event)).status).toBe(200);
    expect(await inbox()).toBe(before + 1);
    await world.runJobs();
  });

  it.each([
    ['a wrong secret', { secret: 'whsec_guess' }],
    ['an old signature', { ageSeconds: 301 }],
    ['a signature from the future', { ageSeconds: -301 }],
    ['a company that does not exist', { company: 'nobody' }],
  ])('a webhook with %s is refused and leaves no trace', async (_what, wrong) => {
    const before = await inbox();
    expect((await send({ reference: randomUUID(), ...wrong })).status).toBe(404);
    expect(await inbox()).toBe(before);
  });
});
