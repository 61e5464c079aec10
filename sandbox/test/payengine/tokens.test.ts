import { afterAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../test-sandbox.ts';

const sandbox = await startSandbox();
afterAll(sandbox.close);

const CARD = {
  card_number: '4242 4242 4242 4242',
  card_exp: '12/2049',
  card_cvc: '123',
  card_holder: 'Test Payer',
};

const send = (card: object, headers: Record<string, string> = {}) =>
  sandbox.api({ method: 'POST', path: '/gw/api/cards', body: { ...CARD, ...card }, headers });

describe('Tokenization at PayEngine', () => {
  it('tokenization returns a token and the displayable part of the card', async () => {
    expect(await send({})).toMatchObject({
      status: 200,
      body: {
        data: {
          env: 'sandbox',
          token: expect.stringMatching(/^card_sandbox_[0-9a-f]{24}$/),
          card_data: { last_4: '4242', exp_month: 12, exp_year: 2049, brand: 'visa' },
        },
      },
    });
  });

  it.each([
    ['a wrong check digit', { card_number: '4242424242424241' }],
    ['a number that is no test card', { card_number: '4012888888881881' }],
    ['an expiry date in the past', { card_exp: '01/2020' }],
    ['a month that does not exist', { card_exp: '13/2049' }],
    ['a security code that is too long for the brand', { card_cvc: '1234' }],
    ['no holder', { card_holder: ' ' }],
    ['an unknown field', { pin: '1234' }],
  ])('tokenization rejects %s', async (_what, card) => {
    expect(await send(card)).toMatchObject({ status: 400, body: { error: true } });
  });

  it('a public key is accepted only in requests from the secure fields', async () => {
    const authorization = 'Basic pk_test_sandbox_harbor';
    const from = (origin: string) => send({}, { authorization, origin });
    expect(await send({}, { authorization })).toMatchObject({ status: 401 });
    expect(await from('https://portal.example')).toMatchObject({ status: 401 });
    expect(await from(sandbox.url)).toMatchObject({ status: 200 });
  });

  it('a public key can only create tokens', async () => {
    const headers = { authorization: 'Basic pk_test_sandbox_harbor', origin: sandbox.url };
    const path = '/api/merchant/mer_sandbox_harbor/transaction';
    expect(await sandbox.api({ path, headers })).toMatchObject({ status: 401 });
  });
});

describe('Saved methods of the demo merchant', () => {
  const sale = (cardToken: string) =>
    sandbox.api({
      method: 'POST',
      path: '/api/payment/sale',
      body: {
        merchant_id: 'mer_sandbox_harbor',
        data: { transactionAmount: '10.00', cardToken },
      },
    });

  it('a saved demo method is charged with the token that encodes it', async () => {
    expect(await sale('tok_sandbox_harbor_HDG-10433_mastercard_4444')).toMatchObject({
      status: 200,
      body: { data: { SaleResponse: { status: 'PASS', maskedCardNumber: '4444' } } },
    });
  });

  it('an unknown demo token is rejected', async () => {
    expect(await sale('tok_sandbox_elsewhere_1_visa_4242')).toMatchObject({ status: 400 });
  });
});
