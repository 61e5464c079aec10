import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildSandbox } from '../src/app.ts';
import { startReceiver, startSandbox } from './test-sandbox.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options);
  cleanups.push(sandbox.close);
  return sandbox;
}

/** Node's fetch does not allow a forged Host header. */
function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/_sandbox/records`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on('error', reject).end();
  });
}

describe('The control plane', () => {
  it('the control plane accepts loopback addresses only', async () => {
    const sandbox = buildSandbox();
    cleanups.push(sandbox.close);
    const from = (remoteAddress: string) =>
      sandbox.app.inject({
        url: '/_sandbox/records',
        remoteAddress,
        headers: { host: '127.0.0.1:4010' },
      });
    expect((await from('127.0.0.1')).statusCode).toBe(200);
    expect((await from('::ffff:127.0.0.1')).statusCode).toBe(200);
    expect((await from('10.0.0.7')).statusCode).toBe(403);
  });

  it('the control plane rejects cross-site requests and forged hosts', async () => {
    const sandbox = await start();
    const path = '/_sandbox/records';
    const foreign = { origin: 'https://portal.example' };
    expect(await sandbox.call({ path, headers: foreign })).toMatchObject({ status: 403 });
    expect(await sandbox.call({ path, headers: { origin: sandbox.url } })).toMatchObject({
      status: 200,
    });
    expect(await statusWithHost(sandbox.url, 'rebound.example:4010')).toBe(403);
  });

  it('the control plane rejects invalid input', async () => {
    const sandbox = await start();
    expect(await sandbox.control('/faults', { operation: 'sale', fault: 'explode' })).toMatchObject(
      { status: 400 },
    );
    expect(await sandbox.control('/clock', { advanceMs: -1 })).toMatchObject({ status: 400 });
    expect(await sandbox.control('/nothing')).toMatchObject({ status: 404 });
  });

  it('a reset clears the records and keeps the merchants', async () => {
    const sandbox = await start();
    await sandbox.sale({ cardToken: await sandbox.cardToken() });
    await sandbox.control('/clock', { advanceMs: 1000 });
    await sandbox.control('/reset');
    expect(await sandbox.records()).toEqual([]);
    expect(await sandbox.call({ path: '/_sandbox/clock' })).toMatchObject({
      body: { offsetMs: 0 },
    });
    expect(await sandbox.sale({ cardToken: await sandbox.cardToken() })).toMatchObject({
      status: 200,
    });
  });
});

describe('A sandbox with a data folder', () => {
  async function dataFolder() {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
    cleanups.push(() => rm(dataDir, { recursive: true }));
    return dataDir;
  }

  it('a restart restores records, tokens, merchants and the clock', async () => {
    const dataDir = await dataFolder();
    const before = await startSandbox({ dataDir });
    const cardToken = await before.cardToken();
    await before.sale({ cardToken, internalTransactionID: 'payment-1' });
    await before.ach({ accountToken: await before.bankToken() });
    await before.control('/clock', { advanceMs: 3_600_000 });
    const records = await before.records();
    await before.close();

    const after = await start({ dataDir });
    expect(await after.records()).toEqual(records);
    expect(await after.call({ path: '/_sandbox/clock' })).toMatchObject({
      body: { offsetMs: 3_600_000 },
    });
    expect(await after.sale({ cardToken })).toMatchObject({ status: 200 });
    await after.control('/clock', { advanceMs: 2 * 86_400_000 });
    expect(await after.records()).toMatchObject([
      { settled: true },
      { method: 'ach', status: 'succeeded', settled: true },
      { settled: true },
    ]);
  });

  it('a sandbox writes no card number, token, access token or private key to disk', async () => {
    const dataDir = await dataFolder();
    const sandbox = await start({ dataDir });
    const cardToken = await sandbox.cardToken();
    const accountToken = await sandbox.bankToken();
    await sandbox.sale({ cardToken });
    await sandbox.ach({ accountToken });
    const written = await readFile(join(dataDir, 'sandbox.jsonl'), 'utf8');
    for (const secret of [cardToken, accountToken, '4242424242424242', '000123456789', 'sk_test']) {
      expect(written).not.toContain(secret);
    }
  });

  it('a restart delivers the pending events', async () => {
    const dataDir = await dataFolder();
    const receiver = await startReceiver();
    cleanups.push(receiver.close);
    const before = await startSandbox({ dataDir, webhookDelayMs: 60_000 });
    await before.call({
      method: 'PATCH',
      path: '/_sandbox/payengine/merchants/mer_sandbox_harbor',
      body: { webhookUrl: receiver.url },
    });
    await before.sale({ cardToken: await before.cardToken() });
    await before.close();
    expect(receiver.received).toHaveLength(0);

    const after = await start({ dataDir });
    await after.control('/webhooks/flush');
    expect(receiver.received).toMatchObject([{ event: { event: 'PAYMENT_SALE' } }]);
  });
});
