import { describe, expect, it } from 'vitest';
import {
  fiservMethodSchema,
  payengineMethodSchema,
  stripeMethodSchema,
  toMethodLine,
} from './methods.ts';

const id = '0197f1a0-0000-7000-8000-000000000001';
const shown = { id, brand: 'visa', last4: '4242' };

describe('Saved methods of the three processors (product §3)', () => {
  it.each([
    ['card', 'card'],
    ['us_bank_account', 'ach'],
  ] as const)('takes paymentMethod %s of Stripe for %s', (paymentMethod, type) => {
    const method = stripeMethodSchema.parse({ ...shown, paymentMethodId: 'pm_1', paymentMethod });
    expect(toMethodLine(method)).toEqual({ ...shown, type });
  });

  it.each(['card', 'ach'] as const)('takes paymentType %s of PayEngine as it is', (type) => {
    const method = payengineMethodSchema.parse({ ...shown, paymentType: type });
    expect(toMethodLine(method)).toEqual({ ...shown, type });
  });

  it.each([
    ['PaymentCard', 'card'],
    ['PaymentCheck', 'ach'],
    ['PaymentToken', 'card'],
  ] as const)('takes sourceType %s of Fiserv for %s', (sourceType, type) => {
    const method = fiservMethodSchema.parse({ ...shown, sourceType });
    expect(toMethodLine(method)).toEqual({ ...shown, type });
  });

  it('shows nothing of a method but its kind, brand and last four digits', () => {
    const method = payengineMethodSchema.parse({ ...shown, paymentType: 'ach', token: 'secret' });
    expect(JSON.stringify(toMethodLine(method))).not.toContain('secret');
  });

  it.each(['424', '42424', '4x42', ''])('refuses %j as the last four digits', (last4) => {
    const method = { ...shown, last4, paymentType: 'card' };
    expect(payengineMethodSchema.safeParse(method).success).toBe(false);
  });
});
