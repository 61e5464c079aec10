// Bank debits at the sandbox's Commerce Hub: captured immediately, settled or returned later.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { session, startMerchant, token } from './test-merchant.ts';

const merchant = await startMerchant();
beforeEach(() => merchant.reset());
afterAll(merchant.close);

const state = (transactionState: string) => ({ body: { gatewayResponse: { transactionState } } });

describe('A bank debit at Commerce Hub', () => {
  const check = { checkType: 'PERSONAL', accountType: 'CHECKING' };

  it('a raw bank account number is accepted only for a test account', async () => {
    const plain = (accountNumber: string) => ({
      sourceType: 'PaymentCheck',
      check: {
        routingNumber: '110000000',
        accountNumber,
        ...check,
      },
    });
    expect(await merchant.charge(plain('000123456789'))).toMatchObject(state('CAPTURED'));
    expect(await merchant.charge(plain('144155167'))).toMatchObject({ status: 400 });
  });

  it('a bank account token needs no expiry date', async () => {
    const kept = await merchant.keep(await merchant.bankSession());
    const { card: _card, ...undated } = token(kept);
    expect(await merchant.charge({ ...undated, check })).toMatchObject({
      body: { gatewayResponse: { transactionType: 'CHARGE_SALE' } },
    });
  });

  it('a debit from a session or a token states the account type and the holder type', async () => {
    const source = session(await merchant.bankSession());
    expect(await merchant.charge(source)).toMatchObject({ status: 400 });
    const unknown = { ...check, accountType: 'INVESTMENT' };
    expect(await merchant.charge({ ...source, check: unknown })).toMatchObject({ status: 400 });
    expect(await merchant.charge({ ...source, check })).toMatchObject(state('CAPTURED'));
  });
});
