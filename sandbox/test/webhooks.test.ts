import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signature } from '../src/payengine/webhooks.ts';
import { idsIn, startReceiver, startSandbox, type TestSandbox } from './test-sandbox.ts';

let sandbox: TestSandbox;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  sandbox = await startSandbox({ webhookDelayMs: 30_000 });
});
beforeEach(() => sandbox.control('/reset'));
afterEach(() => receiver.close());
afterAll(() => sandbox.close());

async function listen(statuses?: number[]) {
  receiver = await startReceiver(statuses);
  await sandbox.call({
    method: 'PATCH',
    path: '/_sandbox/payengine/merchants/mer_sandbox_harbor',
    body: { webhookUrl: receiver.url },
  });
}

const flush = async () => (await sandbox.control('/webhooks/flush')).body;
const events = () => receiver.received.map(({ event }) => event.event);
const pay = async (number?: string) => sandbox.sale({ cardToken: await sandbox.cardToken(number) });

describe('Webhooks of PayEngine', () => {
  it('PayEngine webhooks are signed as in the published example', async () => {
    await listen();
    const body = '{"event_uid":"u1","event":"PAYMENT_SALE","data":{}}';
    expect(signature({ secret: 'whsec', unixSeconds: 1_616_987_734, body })).toBe(
      't=1616987734,s=b09ac5263176ddf72c0e46f45ecf4391c9a43eb1c19651e92d24935b39c13c6f',
    );
  });

  it('the webhook signature covers the sent bytes and uses the merchant’s secret', async () => {
    await listen();
    await pay();
    await flush();
    const [first] = receiver.received;
    const [, t, s] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(first?.signature ?? '') ?? [];
    const expected = createHmac('sha256', 'whsec_sandbox_harbor')
      .update(`${t}.${first?.raw}`)
      .digest('hex');
    expect(s).toBe(expected);
  });

  it('webhooks can be lost, duplicated and forged', async () => {
    const isSigned = ({ raw, signature: header }: (typeof receiver)['received'][number]) => {
      const [, t, s] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
      const hmac = createHmac('sha256', 'whsec_sandbox_harbor').update(`${t}.${raw}`);
      return hmac.digest('hex') === s;
    };
    for (const [fault, expected] of [
      ['webhook_lost', []],
      ['webhook_duplicated', [true, true]],
      ['webhook_forged', [false, true]],
    ] as const) {
      await listen();
      await sandbox.control('/faults', { operation: 'webhook', fault });
      await pay();
      await flush();
      expect(receiver.received.map(isSigned).sort()).toEqual(expected);
      if (fault !== 'webhook_forged') await receiver.close();
    }
  });

  it('sales, failures and refunds emit webhooks', async () => {
    await listen();
    const { id, transactionId } = idsIn(await pay());
    await pay('4000000000000002');
    await sandbox.refund({ id, amount: '10.00', reason: 'why' });
    await flush();
    expect(events().sort()).toEqual(['PAYMENT_FAILED', 'PAYMENT_REFUNDED', 'PAYMENT_SALE']);
    const sale = receiver.received.find(({ event }) => event.event === 'PAYMENT_SALE');
    expect(sale?.event).toMatchObject({
      event_uid: expect.stringMatching(/^[0-9a-f]{32}$/),
      data: {
        payment_id: id,
        transaction_id: transactionId,
        merchant_id: 'mer_sandbox_harbor',
        amount: '10.00',
        status: 'succeeded',
        sale_response: { status: 'PASS' },
      },
    });
    expect(sale?.raw).not.toContain('card_sandbox_');
  });

  it('a bank debit emits webhooks when it is accepted, settled and returned', async () => {
    await listen();
    const accountToken = await sandbox.bankToken();
    const { transactionId } = idsIn(await sandbox.ach({ accountToken }));
    await flush();
    await sandbox.control('/settle');
    await flush();
    await sandbox.control('/return', { transactionId, code: 'R10' });
    await flush();
    expect(receiver.received.map(({ event }) => [event.event, event.data.status])).toEqual([
      ['PAYMENT_ACH', 'pending'],
      ['PAYMENT_ACH', 'succeeded'],
      ['PAYMENT_FAILED', 'failed'],
    ]);
  });

  it('webhook deliveries can be delayed', async () => {
    await listen();
    await pay();
    expect(receiver.received).toHaveLength(0);
    await sandbox.control('/clock', { advanceMs: 30_000 });
    expect(events()).toEqual(['PAYMENT_SALE']);
  });

  it('webhooks are retried with the same event_uid until they get a 2xx response', async () => {
    await listen([500, 302, 200]);
    await pay();
    await sandbox.control('/clock', { advanceMs: 30_000 });
    await sandbox.control('/clock', { advanceMs: 1000 });
    await sandbox.control('/clock', { advanceMs: 2000 });
    await sandbox.control('/clock', { advanceMs: 60_000 });
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ event }) => event.event_uid)).size).toBe(1);
  });

  it('webhooks are dropped after eight attempts', async () => {
    await listen(Array.from({ length: 20 }, () => 503));
    await pay();
    await sandbox.control('/clock', { advanceMs: 30_000 });
    for (let round = 0; round < 10; round += 1) {
      await sandbox.control('/clock', { advanceMs: 60_000 });
    }
    expect(receiver.received).toHaveLength(8);
    expect(await flush()).toEqual({ delivered: 0, waiting: 0 });
  });
});
