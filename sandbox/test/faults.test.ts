// Injected faults, as seen by the caller and in the records.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from './test-sandbox.ts';

const sandbox = await startSandbox();
beforeEach(() => sandbox.control('/reset'));
afterAll(sandbox.close);

const inject = (fault: string, rest: object = {}) =>
  sandbox.control('/faults', { processor: 'payengine', operation: 'sale', fault, ...rest });

const pay = async () =>
  sandbox.sale({ cardToken: await sandbox.cardToken(), internalTransactionID: 'payment-1' });

const found = async () => (await sandbox.search('ids=payment-1')).body;

describe('An injected fault', () => {
  it('the fault slow charges immediately and responds late', async () => {
    await inject('slow', { delayMs: 1000 });
    let isAnswered = false;
    const answer = pay().finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => sandbox.records()).toHaveLength(1);
    expect(isAnswered).toBe(false);
    expect(await answer).toMatchObject({ status: 200 });
  });

  it('the faults decline and challenge apply the issuer result to any card', async () => {
    await inject('decline');
    expect(await pay()).toMatchObject({ status: 200 });
    expect(await sandbox.records()).toMatchObject([{ status: 'failed', message: 'DECLINE' }]);
    await sandbox.control('/reset');
    await inject('challenge');
    const cardToken = await sandbox.cardToken();
    await sandbox.sale({ cardToken }, { attempt3DSecure: true, browserInfo: '{}' });
    expect(await sandbox.records()).toMatchObject([{ status: 'pending_3dsauth' }]);
    expect(await pay()).toMatchObject({ status: 200 });
    expect((await sandbox.records()).map(({ status }) => status)).toContain('succeeded');
  });

  it('the fault execute_late disconnects at once and charges after its delay', async () => {
    await inject('execute_late', { delayMs: 60_000 });
    await expect(pay()).rejects.toThrow('fetch failed');
    expect(await found()).toMatchObject({ total: 0 });
    await sandbox.control('/clock', { advanceMs: 60_000 });
    expect(await found()).toMatchObject({ total: 1 });
  });

  it('a fault applies the requested number of times', async () => {
    await inject('http_500_before', { times: 2 });
    expect([await pay(), await pay(), await pay()].map(({ status }) => status)).toEqual([
      500, 500, 200,
    ]);
  });

  it('a fault applies only to its operation and merchant', async () => {
    await inject('http_500_before', { operation: 'ach' });
    await inject('http_500_before', { merchantId: 'mer_other' });
    expect(await pay()).toMatchObject({ status: 200 });
    await inject('http_500_before', { operation: 'lookup' });
    expect(await sandbox.search('')).toMatchObject({ status: 500 });
  });

  it('a fault for a charge applies to a sale or a bank debit', async () => {
    await inject('http_500_before', { operation: 'charge' });
    const accountToken = await sandbox.bankToken();
    expect(await sandbox.ach({ accountToken })).toMatchObject({ status: 500 });
    expect(await pay()).toMatchObject({ status: 200 });
  });

  it('an invalid request does not consume a fault', async () => {
    await inject('http_500_before');
    expect(await sandbox.sale({ cardToken: 'none' })).toMatchObject({ status: 400 });
    expect(await pay()).toMatchObject({ status: 500 });
  });

  it('faults can be cleared', async () => {
    await inject('http_500_before');
    await sandbox.call({ method: 'DELETE', path: '/_sandbox/faults' });
    expect(await pay()).toMatchObject({ status: 200 });
  });
});
