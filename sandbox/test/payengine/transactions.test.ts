import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { idsIn, MERCHANT_ID, startSandbox } from '../test-sandbox.ts';

const sandbox = await startSandbox();
beforeEach(() => sandbox.control('/reset'));
afterAll(sandbox.close);

const pay = async (internalTransactionID: string) =>
  idsIn(await sandbox.sale({ cardToken: await sandbox.cardToken(), internalTransactionID }));

describe('Looking up transactions at PayEngine', () => {
  it('a lookup finds a transaction by payment id and by transaction id', async () => {
    const { id, transactionId } = await pay('payment-1');
    const byPayment = await sandbox.detail(id);
    expect(byPayment).toEqual(await sandbox.detail(transactionId));
    expect(byPayment).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          amount: '10.00',
          details: [
            {
              id: transactionId,
              internalTransactionID: 'payment-1',
              type: 'payment',
              payment_method: 'Credit Card',
              status: 'succeeded',
              settled: false,
              data: { last_4: '4242', card_type: 'visa' },
              host_report: { status: 'PASS', responseCode: 'A0000' },
            },
          ],
        },
      },
    });
  });

  it('a lookup finds several transactions by the merchant’s own ids', async () => {
    const first = await pay('payment-1');
    const second = await pay('payment-2');
    await pay('payment-3');
    expect(await sandbox.search('ids=payment-1')).toMatchObject({
      body: { total: 1, data: [{ id: first.id, transactionId: first.transactionId }] },
    });
    expect(await sandbox.search(`ids=payment-1,${second.id}`)).toMatchObject({
      body: { total: 2 },
    });
    expect(await sandbox.search('ids=payment-4')).toMatchObject({ body: { total: 0, data: [] } });
  });

  it('a search filters transactions by date, status and method, newest first', async () => {
    await pay('payment-1');
    const [first] = await sandbox.records();
    const from = Math.floor(Date.parse(first?.createdAt ?? '') / 1000) + 1800;
    await sandbox.control('/clock', { advanceMs: 3_600_000 });
    await sandbox.ach({ accountToken: await sandbox.bankToken(), internalTransactionID: 'late' });
    const late = { total: 1, data: [{ internalTransactionID: 'late' }] };
    expect(await sandbox.search(`date[from]=${from}&page=1`)).toMatchObject({ body: late });
    expect(await sandbox.search('status[0]=pending')).toMatchObject({ body: late });
    expect(await sandbox.search('method=ACH')).toMatchObject({ body: late });
    expect(await sandbox.search('')).toMatchObject({
      body: { data: [{ internalTransactionID: 'late' }, { internalTransactionID: 'payment-1' }] },
    });
    expect(await sandbox.search('page=2')).toMatchObject({ body: { total: 2, data: [] } });
  });

  it('a search rejects unknown parameters', async () => {
    expect(await sandbox.search('internalTransactionID=payment-1')).toMatchObject({ status: 400 });
    expect(await sandbox.search('date[from]=2026-01-01')).toMatchObject({ status: 400 });
  });

  it('an unknown transaction is not found', async () => {
    expect(await sandbox.detail('none')).toEqual({
      status: 404,
      body: { error: true, message: 'Transaction not found' },
    });
  });
});

describe('Merchants at PayEngine', () => {
  const other = {
    merchantId: 'mer_sandbox_other',
    privateKey: 'sk_test_sandbox_other',
    publicKey: 'pk_test_sandbox_other',
    webhookSecret: 'whsec_sandbox_other',
  };
  const asOther = { authorization: `Basic ${other.privateKey}` };

  it('a merchant cannot read or use data of another merchant', async () => {
    await sandbox.control('/payengine/merchants', other);
    const { id } = await pay('payment-1');
    const path = `/api/merchant/${other.merchantId}/transaction`;
    expect(await sandbox.api({ path: `${path}/${id}`, headers: asOther })).toMatchObject({
      status: 404,
    });
    expect(await sandbox.api({ path: `${path}?ids=payment-1`, headers: asOther })).toMatchObject({
      body: { total: 0 },
    });
    expect(
      await sandbox.api({ path: `/api/merchant/${MERCHANT_ID}/transaction`, headers: asOther }),
    ).toMatchObject({ status: 403 });
    const cardToken = await sandbox.cardToken();
    const body = {
      merchant_id: other.merchantId,
      data: { cardToken, transactionAmount: '1.00' },
    };
    expect(
      await sandbox.api({ method: 'POST', path: '/api/payment/sale', headers: asOther, body }),
    ).toMatchObject({ status: 400, body: { message: 'Token not found' } });
  });

  it('a session can read data, and a read-only session cannot write data', async () => {
    const session = await sandbox.api({
      method: 'POST',
      path: `/api/merchant/${MERCHANT_ID}/sessions`,
      body: { expires_in: 900, scope: 'readonly' },
    });
    expect(session).toMatchObject({ status: 200, body: { expires_in: 900 } });
    const { access_token } = Object(session.body);
    const headers = { authorization: `Bearer ${access_token}` };
    const path = `/api/merchant/${MERCHANT_ID}/transaction`;
    expect(await sandbox.api({ path, headers })).toMatchObject({ status: 200 });
    expect(
      await sandbox.api({ method: 'POST', path: '/api/payment/sale', headers, body: {} }),
    ).toMatchObject({ status: 401 });
    await sandbox.control('/clock', { advanceMs: 901_000 });
    expect(await sandbox.api({ path, headers })).toMatchObject({ status: 401 });
  });

  it('two merchants cannot have the same key', async () => {
    const reply = await sandbox.control('/payengine/merchants', {
      ...other,
      merchantId: 'mer_third',
      privateKey: 'sk_test_sandbox_harbor',
    });
    expect(reply).toMatchObject({ status: 409 });
  });
});
