import { instantSchema } from '@quittance/contract/dates';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeFiserv, installFakeFiserv } from '../../../../test/fake-fiserv.ts';
import { mountRequest } from '../../../../test/mount-request.ts';
import { fiserv } from './fiserv.ts';

const SESSION = {
  id: '0d4fce0a-27b7-4dd0-a9bb-6d0c6c3e7b11',
  data: { apiKey: 'key', accessToken: 'access', publicKey: 'public', keyId: '1' },
  expiresAt: instantSchema.parse('2026-11-15T19:31:00.000Z'),
};
const data = {
  publicKey: 'key',
  scriptUrl: 'http://localhost:4010/fiserv/sdk/3.5.5/checkout.js',
  merchantId: '100008000003683',
  settings: { environment: 'CERT' },
};
const openSession = vi.fn(async () => SESSION);
const mount = (changes: object = {}) =>
  fiserv.mount(mountRequest({ data, openSession, ...changes }));

let fake: FakeFiserv;
beforeEach(() => {
  fake = installFakeFiserv();
  openSession.mockClear();
});
afterEach(() => {
  delete window.fiserv;
});

const badForm = (errors: string[]) =>
  Object.assign(new Error('BAD_FORM_DATA'), { name: 'ValidationError', errors });

describe("Fiserv's hosted fields", () => {
  it('the Fiserv card fields are mounted with their containers and labels', async () => {
    await mount();
    expect(fake.data).toMatchObject({ environment: 'CERT', paymentMethod: 'CREDIT_CARD' });
    expect(fake.data?.fields).toMatchObject({
      nameOnCard: { parentElementId: 'at-cardHolder', ariaLabel: 'Card holder name' },
      cardNumber: { parentElementId: 'at-cardNumber', ariaLabel: 'Card number' },
      expiration: { parentElementId: 'at-expiry', ariaLabel: 'Expiry date' },
      securityCode: { parentElementId: 'at-cvc', ariaLabel: 'CVC' },
    });
  });

  it('the two Fiserv bank account fields are mounted', async () => {
    await mount({ kind: 'ach' });
    expect(fake.data?.paymentMethod).toBe('BANK_ACCOUNT');
    expect(Object.keys(fake.data?.fields ?? {})).toEqual(['routingNumber', 'accountNumber']);
  });

  it("Fiserv's fields report every change", async () => {
    const mounted = await mount();
    const changed = vi.fn();
    const stop = mounted.subscribe(changed);
    expect(mounted.validity().cvc).toMatchObject({ isEmpty: true, isTouched: false });
    fake.hooks?.onFocus('securityCode');
    expect(mounted.validity().cvc?.isFocused).toBe(true);
    fake.hooks?.onLostFocus('securityCode');
    expect(mounted.validity().cvc).toMatchObject({ isFocused: false, isTouched: true });
    fake.fillIn();
    expect(mounted.validity().cvc).toMatchObject({ isEmpty: false, isDirty: true, isValid: true });
    expect(changed).toHaveBeenCalledTimes(6);
    stop();
    fake.fillIn();
    expect(changed).toHaveBeenCalledTimes(6);
  });

  it('the Fiserv token is the id of the session opened for the submission', async () => {
    const mounted = await mount();
    expect(openSession).not.toHaveBeenCalled();
    await expect(mounted.tokenize()).resolves.toEqual({ kind: 'token', token: SESSION.id });
    expect(fake.submitted).toEqual([{ ...SESSION.data, createToken: false }]);
    await mounted.tokenize();
    expect(openSession).toHaveBeenCalledTimes(2);
  });

  it('tokenizing fails when no session could be opened', async () => {
    const mounted = await mount({ openSession: async () => null });
    await expect(mounted.tokenize()).resolves.toEqual({ kind: 'failed', message: null });
    expect(fake.submitted).toEqual([]);
  });

  it('invalid Fiserv fields are reported by name', async () => {
    const mounted = await mount();
    fake.refuse(badForm(['securityCode', 'expiration']));
    await expect(mounted.tokenize()).resolves.toEqual({
      kind: 'invalid',
      fields: ['expiry', 'cvc'],
    });
    fake.refuse(new Error('The payment service did not answer'));
    await expect(mounted.tokenize()).resolves.toEqual({ kind: 'failed', message: null });
  });

  it('the Fiserv fields can be focused and unmounted', async () => {
    const mounted = await mount();
    mounted.focus('expiry');
    expect(fake.focused).toEqual(['expiration']);
    mounted.unmount();
    expect(fake.isDestroyed).toBe(true);
  });
});
