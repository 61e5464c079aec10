import { describe, expect, it } from 'vitest';
import {
  fiservMethodSchema,
  payengineMethodSchema,
  stripeMethodSchema,
  toMethodLine,
} from './portal-schemas.ts';

const id = '0197f1a0-0000-7000-8000-000000000001';
const shown = { id, brand: 'visa', last4: '4242' };

describe('Saved methods of the three processors (product §3)', () => {
  it.each([
    ['card', 'card'],
    ['us_bank_account', 'ach'],
  ] as const)('the Stripe paymentMethod %s is read as %s', (paymentMethod, type) => {
    const method = stripeMethodSchema.parse({ ...shown, paymentMethodId: id, paymentMethod });
    expect(toMethodLine(method)).toEqual({ ...shown, type });
  });

  it.each(['card', 'ach'] as const)('the PayEngine paymentType %s is used unchanged', (type) => {
    const method = payengineMethodSchema.parse({ ...shown, token: id, paymentType: type });
    expect(toMethodLine(method)).toEqual({ ...shown, type });
  });

  it.each([
    ['PaymentCard', 'card'],
    ['PaymentCheck', 'ach'],
    ['PaymentToken', 'card'],
  ] as const)('the Fiserv sourceType %s is read as %s', (sourceType, type) => {
    const method = fiservMethodSchema.parse({ ...shown, tokenData: id, sourceType });
    expect(toMethodLine(method)).toEqual({ ...shown, type });
  });

  it('a method line shows the saved method, its expiry and its availability', () => {
    const details = { expires: '2027-04', isExpired: true, isPayNowOnly: true } as const;
    const used = { lastUsedAt: '2026-11-01T03:30:00.000Z' };
    const card = { ...shown, ...details, ...used, token: id, paymentType: 'card' };
    const line = toMethodLine(payengineMethodSchema.parse(card));
    expect(line).toEqual({ ...shown, ...details, type: 'card' });
    expect(payengineMethodSchema.safeParse({ ...card, expires: '2027-13' }).success).toBe(false);
  });

  it('a method line has only the internal id, kind, brand and last four digits', () => {
    const method = { ...shown, paymentType: 'ach', token: id, secret: 'tok_1' };
    expect(toMethodLine(payengineMethodSchema.parse(method))).toEqual({ ...shown, type: 'ach' });
  });

  it('a processor token is refused in place of an internal id', () => {
    const card = { ...shown, token: 'tok_1', paymentType: 'card' };
    expect(payengineMethodSchema.safeParse(card).success).toBe(false);
    const check = { ...shown, tokenData: '1234567', sourceType: 'PaymentCheck' };
    expect(fiservMethodSchema.safeParse(check).success).toBe(false);
    const stripe = { ...shown, paymentMethodId: 'pm_1', paymentMethod: 'card' };
    expect(stripeMethodSchema.safeParse(stripe).success).toBe(false);
  });

  it.each(['424', '42424', '4x42', ''])('%j is refused as the last four digits', (last4) => {
    const method = { ...shown, last4, token: id, paymentType: 'card' };
    expect(payengineMethodSchema.safeParse(method).success).toBe(false);
  });
});
