// The accidents the control plane can order, seen from the caller and from the books.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from './test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.control('/reset'));
afterAll(() => sandbox.close());

const order = (fault: string, rest: object = {}) =>
  sandbox.control('/faults', { processor: 'payengine', operation: 'sale', fault, ...rest });

const pay = async () =>
  sandbox.sale({ cardToken: await sandbox.cardToken(), internalTransactionID: 'payment-1' });

const found = async () => (await sandbox.search('ids=payment-1')).body;

describe('An ordered accident', () => {
  it('lose_answer charges exactly once, answers nothing, and the charge can be found', async () => {
    await order('lose_answer');
    await expect(pay()).rejects.toThrow('fetch failed');
    expect(await sandbox.books()).toMatchObject([
      { internalTransactionID: 'payment-1', status: 'succeeded', amount: '10.00' },
    ]);
    expect(await found()).toMatchObject({
      total: 1,
      data: [{ internalTransactionID: 'payment-1', status: 'succeeded', type: 'payment' }],
    });
  });

  it('lose_before charges nothing', async () => {
    await order('lose_before');
    await expect(pay()).rejects.toThrow('fetch failed');
    expect(await sandbox.books()).toEqual([]);
    expect(await found()).toMatchObject({ total: 0 });
  });

  it('http_500_after has charged and http_500_before has not', async () => {
    await order('http_500_before');
    expect(await pay()).toMatchObject({ status: 500, body: { error: true } });
    expect(await sandbox.books()).toHaveLength(0);
    await order('http_500_after');
    expect(await pay()).toMatchObject({ status: 500, body: { error: true } });
    expect(await sandbox.books()).toHaveLength(1);
  });

  it('slow charges at once and answers late', async () => {
    await order('slow', { delayMs: 300 });
    const answer = pay();
    await sleep(150);
    expect(await sandbox.books()).toHaveLength(1);
    expect(await answer).toMatchObject({ status: 200 });
  });

  it('execute_late hangs up now and charges when that time has come', async () => {
    await order('execute_late', { delayMs: 60_000 });
    await expect(pay()).rejects.toThrow('fetch failed');
    expect(await found()).toMatchObject({ total: 0 });
    await sandbox.control('/clock', { advanceMs: 60_000 });
    expect(await found()).toMatchObject({ total: 1 });
  });

  it('duplicate charges twice and tells of one', async () => {
    await order('duplicate');
    expect(await pay()).toMatchObject({ status: 200 });
    expect(await found()).toMatchObject({ total: 2 });
  });

  it('happens as often as ordered and then no more', async () => {
    await order('http_500_before', { times: 2 });
    expect([await pay(), await pay(), await pay()].map(({ status }) => status)).toEqual([
      500, 500, 200,
    ]);
  });

  it('strikes only the operation and the merchant it was ordered for', async () => {
    await order('http_500_before', { operation: 'ach' });
    await order('http_500_before', { merchantId: 'mer_other' });
    expect(await pay()).toMatchObject({ status: 200 });
    await order('http_500_before', { operation: 'lookup' });
    expect(await sandbox.search('')).toMatchObject({ status: 500 });
  });

  it('ordered for a charge strikes a sale or a bank debit', async () => {
    await order('http_500_before', { operation: 'charge' });
    const accountToken = await sandbox.bankToken();
    expect(await sandbox.ach({ accountToken })).toMatchObject({ status: 500 });
    expect(await pay()).toMatchObject({ status: 200 });
  });

  it('is not used up by a request that would have been refused anyway', async () => {
    await order('http_500_before');
    expect(await sandbox.sale({ cardToken: 'none' })).toMatchObject({ status: 400 });
    expect(await pay()).toMatchObject({ status: 500 });
  });

  it('can be called off', async () => {
    await order('http_500_before');
    await sandbox.call({ method: 'DELETE', path: '/_sandbox/faults' });
    expect(await pay()).toMatchObject({ status: 200 });
  });
});
