/** Evidence against disputes of card charges (R97), submitted to Stripe. */
import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { sendEvidence } from '../../src/payments/disputes/send-evidence.ts';
import { processWebhooks } from '../../src/payments/reconciliation/receive-webhook.ts';
import type { TestCompany } from '../world/company.ts';
import { createProvider, type Provider } from '../world/provider-client.ts';
import { START, useWorld } from '../world/world.ts';

let harbor: TestCompany;

const world = useWorld({ clock: fixedClock(START) });

beforeEach(async () => {
  harbor = await world.company({ processor: 'stripe' });
  const { merchant, domain } = harbor;
  await world.sandbox.sendWebhooksTo(merchant, `${world.url}/api/webhooks/stripe/${domain}`);
});

async function hearEvents(): Promise<void> {
  await world.sandbox.flushWebhooks();
  await processWebhooks(world.deps);
}

async function charges(): Promise<string[]> {
  const booked = await world.sandbox.records(harbor.merchant);
  return booked.map(({ transactionId }) => transactionId);
}

async function dispute(): Promise<string> {
  const [charge = ''] = (await charges()).slice(-1);
  const id = await world.sandbox.dispute(charge);
  await hearEvents();
  return id;
}

async function end(id: string, status: 'won' | 'lost'): Promise<void> {
  await world.sandbox.endDispute(id, status);
  await hearEvents();
}

describe('Evidence against a dispute (R97)', () => {
  let call: Provider;
  let disputeId: string;
  let reference: string;

  beforeEach(async () => {
    const invoice = await world.invoice(harbor, { dueInDays: 5 });
    await world.payer(harbor, invoice).pay();
    reference = await dispute();
    call = await createProvider(world, harbor);
    const [opened] = (await call('GET', '/disputes?state=OPEN')).body.data;
    disputeId = opened.id;
  });

  const read = async () => (await call('GET', `/disputes/${disputeId}`)).body;
  const submit = (explanation: string, key: string) =>
    call('POST', `/disputes/${disputeId}/evidence`, {
      body: { explanation, product: 'Crown restoration' },
      key,
    });
  const addFile = (kind: string, content: string) =>
    call('PUT', `/disputes/${disputeId}/files/${kind}?name=receipt.pdf`, {
      body: Buffer.from(content),
      type: 'application/octet-stream',
      key: randomUUID(),
    });

  it('evidence with a file is sent once, also if its response is lost, and the outcome follows', async () => {
    expect(await read()).toMatchObject({
      code: 'fraudulent',
      amount: 10_330,
      dueAt: expect.stringMatching(/^2026-11-24T/),
      acceptsEvidence: true,
      evidence: null,
    });
    const [item] = (await call('GET', '/attention?kind=DISPUTED_PAYMENT')).body.data;
    expect(item).toMatchObject({
      facts: { date: '2026-11-24', code: 'fraudulent' },
      allowedDecisions: ['submitEvidence'],
    });
    expect((await addFile('RECEIPT', 'GIF89a')).body.code).toBe('WRONG_FILE');
    const large = `%PDF-${'x'.repeat(4_499_000)}`;
    expect((await addFile('OTHER', large)).status).toBe(200);
    expect((await addFile('RECEIPT', `%PDF-${'x'.repeat(2000)}`)).body.code).toBe(
      'EVIDENCE_TOO_LARGE',
    );
    await addFile('OTHER', '%PDF-1.7 letter');
    expect((await addFile('RECEIPT', '%PDF-1.7 receipt')).body.files).toMatchObject([
      { kind: 'OTHER', size: 15 },
      { kind: 'RECEIPT', size: 16 },
    ]);
    expect((await submit('The crown was fitted.', 'first')).body).toMatchObject({
      acceptsEvidence: false,
      evidence: { state: 'REQUESTED' },
    });
    expect((await submit('Again', 'second')).body.code).toBe('EVIDENCE_NOT_ACCEPTED');
    const fault = { operation: 'evidence', merchant: harbor.merchant };
    await world.sandbox.fault({ ...fault, fault: 'lose_answer' });
    await sendEvidence(world.deps);
    expect((await read()).evidence).toMatchObject({ state: 'REQUESTED' });
    await world.later(MINUTE_MS);
    await world.sandbox.fault({ ...fault, fault: 'http_429', times: 1 });
    await sendEvidence(world.deps);
    await world.later(5 * MINUTE_MS);
    await sendEvidence(world.deps);
    expect(await read()).toMatchObject({
      state: 'OPEN',
      acceptsEvidence: false,
      evidence: { state: 'SUBMITTED' },
    });
    await hearEvents();
    const [waiting] = (await call('GET', '/attention?kind=DISPUTED_PAYMENT')).body.data;
    expect(waiting.allowedDecisions).toEqual([]);
    const { rows } = await world.deps.database.pool.query(
      `select content, processor_reference like 'file_%' as "isSent" from dispute_files`,
    );
    expect(rows).toEqual([
      { content: null, isSent: true },
      { content: null, isSent: true },
    ]);
    await end(reference, 'won');
    await sendEvidence(world.deps);
    expect(await read()).toMatchObject({ state: 'WON', files: [] });
  });

  it('the outcome of evidence that ends a dispute at once is booked by its webhook', async () => {
    await submit('losing_evidence', 'losing');
    await sendEvidence(world.deps);
    await hearEvents();
    expect(await read()).toMatchObject({ state: 'LOST', evidence: { state: 'SUBMITTED' } });
  });

  it('evidence is not accepted after the deadline or after it was submitted at the processor', async () => {
    await submit('Late', 'late');
    await world.sandbox.endDispute(reference, 'lost');
    await sendEvidence(world.deps);
    expect(await read()).toMatchObject({ evidence: { state: 'FAILED' } });
    await world.later(9 * DAY_MS);
    expect((await submit('Later', 'later')).body.code).toBe('EVIDENCE_NOT_ACCEPTED');
    await hearEvents();
  });
});
