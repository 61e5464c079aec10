import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { idsIn, startSandbox } from '../test-sandbox.ts';

const TWO_DAYS_MS = 2 * 86_400_000;

const sandbox = await startSandbox();
beforeEach(() => sandbox.control('/reset'));
afterAll(sandbox.close);

const readDetail = async (id: string) => (await sandbox.detail(id)).body;
const debit = async (account?: string) =>
  idsIn(await sandbox.ach({ accountToken: await sandbox.bankToken(account) }));

describe('A bank debit at PayEngine', () => {
  it('a bank debit is accepted at once and pending until it settles two days later', async () => {
    const accountToken = await sandbox.bankToken();
    const reply = await sandbox.ach({ accountToken, internalTransactionID: 'debit-1' });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          token: accountToken,
          internalTransactionID: 'debit-1',
          bank_routing_number: '110000000',
          masked_bank_account: '****6789',
          AchResponse: { status: 'PASS', achHostTransactionStatus: 'Accepted' },
        },
      },
    });
    const { id } = idsIn(reply);
    const pending = { payment_method: 'ACH', type: 'payment', status: 'pending', settled: false };
    await sandbox.control('/clock', { advanceMs: TWO_DAYS_MS - 60_000 });
    expect(await readDetail(id)).toMatchObject({ data: { details: [pending] } });
    await sandbox.control('/clock', { advanceMs: 60_000 });
    expect(await readDetail(id)).toMatchObject({
      data: { details: [{ status: 'succeeded', settled: true }] },
    });
  });

  it.each([
    ['000222222227', 'R01'],
    ['000111111113', 'R02'],
    ['000111111116', 'R03'],
    ['000333333335', 'R10'],
  ])(
    'a bank debit of account %s is returned two days later with %s',
    async (account, returnCode) => {
      const { id } = await debit(account);
      expect(await readDetail(id)).toMatchObject({ data: { details: [{ status: 'pending' }] } });
      await sandbox.control('/clock', { advanceMs: TWO_DAYS_MS });
      expect(await readDetail(id)).toMatchObject({
        data: { details: [{ status: 'failed', settled: false, host_report: { returnCode } }] },
      });
    },
  );

  it('a pending bank debit cannot be refunded', async () => {
    const { id } = await debit();
    expect(await sandbox.refund({ id, amount: '1.00', reason: 'why' })).toMatchObject({
      status: 400,
    });
  });

  it('a bank account needs a routing number with a valid check digit', async () => {
    const body = { first_name: 'A', last_name: 'B', account_number: '000123456789' };
    const send = (routing_number: string) =>
      sandbox.api({
        method: 'POST',
        path: '/gw/api/bank-accounts',
        body: { ...body, routing_number },
      });
    expect(await send('110000001')).toMatchObject({ status: 400, body: { error: true } });
    expect(await send('021000021')).toMatchObject({ status: 200 });
  });

  it.each([
    ['12345', /must have six to seventeen digits/],
    ['123456789012345678', /must have six to seventeen digits/],
    ['123456', /Only test accounts/],
    ['12345678901234567', /Only test accounts/],
  ])(
    'an account number must have six to seventeen digits and be a test account: %s',
    async (account_number, answer) => {
      const names = { first_name: 'A', last_name: 'B', routing_number: '021000021' };
      const body = { ...names, account_number };
      const reply = await sandbox.api({ method: 'POST', path: '/gw/api/bank-accounts', body });
      expect(reply.status).toBe(400);
      expect(JSON.stringify(reply.body)).toMatch(answer);
    },
  );

  it('a bank debit rejects a card token', async () => {
    expect(await sandbox.ach({ accountToken: await sandbox.cardToken() })).toMatchObject({
      status: 400,
    });
  });
});
