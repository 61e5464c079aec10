import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startMerchant } from './test-merchant.ts';

const merchant = await startMerchant();
afterAll(merchant.close);

const get = async (path: string) => {
  const response = await fetch(`${merchant.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('The pages of Commerce Hub', () => {
  it('Commerce Hub serves the Checkout SDK', async () => {
    const { status, headers, text } = await get('/fiserv/sdk/3.5.5/checkout.js');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/javascript');
    expect(text).toContain('window.fiserv');
  });

  it('hosted fields can load resources from and call only this server', async () => {
    const { headers, text } = await get('/fiserv/sdk/3.5.5/fields/field.html');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(text).toMatch(/data-month="\d{4}-\d{2}" data-now="\d{13}"/);
  });

  it('unknown files and SDK versions are not found', async () => {
    expect((await get('/fiserv/sdk/3.5.5/fields/../../../package.json')).status).toBe(404);
    expect((await get('/fiserv/sdk/3.1.9/checkout.js')).status).toBe(404);
  });
});

const Formats = z.object({
  blockFields: z.function({
    input: [z.string(), z.record(z.string(), z.string())],
    output: z.array(z.tuple([z.string(), z.string()])),
  }),
  FIELDS: z.record(
    z.string(),
    z.object({
      isValid: z.function({
        input: [z.string(), z.object({ month: z.string(), brand: z.string().nullable() })],
        output: z.boolean(),
      }),
    }),
  ),
});

describe('A hosted field', async () => {
  const url = new URL('../../public/fiserv/fields/formats.js', import.meta.url);
  const formats = Formats.parse(await import(url.href));

  it.each([
    ['cardNumber', '4012 0019 2870 6700', true],
    ['cardNumber', '4012 0019 2870 6701', false],
    ['cardNumber', '', false],
    ['expiration', '11 / 26', true],
    ['expiration', '10 / 26', false],
    ['expiration', '13 / 30', false],
    ['securityCode', '777', true],
    ['securityCode', '7777', false],
    ['nameOnCard', '   ', false],
    ['routingNumber', '110000000', true],
    ['routingNumber', '110000001', false],
    ['accountNumber', '000123456789', true],
    ['accountNumber', '123456', true],
    ['accountNumber', '12345', false],
    ['accountNumber', '123456789012345678', false],
    ['routingNumber', '11000000', false],
  ])('a hosted field validates %s %j as %s', (name, typed, isValid) => {
    const context = { month: '2026-11', brand: 'visa' };
    expect(formats.FIELDS[name]?.isValid(typed, context)).toBe(isValid);
  });

  it('a hosted field sends its values under the field names of the gateway', () => {
    const card = {
      cardNumber: '4012 0019 2870 6700',
      expiration: '12 / 30',
      securityCode: '777',
      firstName: 'Test',
      lastName: 'Payer',
    };
    expect(formats.blockFields('CREDIT_CARD', card)).toEqual([
      ['card.cardData', '4012001928706700'],
      ['card.nameOnCard', 'Test Payer'],
      ['card.expirationMonth', '12'],
      ['card.expirationYear', '2030'],
      ['card.securityCode', '777'],
    ]);
    const bank = { accountNumber: '000123456789', routingNumber: '110000000' };
    expect(formats.blockFields('BANK_ACCOUNT', bank)).toEqual([
      ['check.accountNumber', '000123456789'],
      ['check.routingNumber', '110000000'],
    ]);
  });
});
