import {
  type MethodType,
  PAYMENT_OPTIONS,
  type PaymentOption,
} from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { acceptedKinds, defaultOption, offeredOptions } from './payment-options.ts';

const offering = (...availablePaymentOptions: PaymentOption[]) => ({
  rules: { availablePaymentOptions, restrictedPaymentMethods: [] },
});
const restricting = (...restrictedPaymentMethods: MethodType[]) => ({
  rules: { availablePaymentOptions: [], restrictedPaymentMethods },
});

describe('Payment options (product §4)', () => {
  it('all payment options are offered when the company names none', () => {
    expect(offeredOptions(offering())).toEqual([...PAYMENT_OPTIONS]);
  });

  it('the company’s payment options are offered in the order of the popup', () => {
    expect(offeredOptions(offering('PAYMENT_EXTENSION', 'PAY_IN_FULL'))).toEqual([
      'PAY_IN_FULL',
      'PAYMENT_EXTENSION',
    ]);
  });

  it('each payment option is listed once', () => {
    expect(offeredOptions(offering('PAYMENT_PLAN', 'PAYMENT_PLAN'))).toEqual(['PAYMENT_PLAN']);
  });

  it('the default payment option is the first available one', () => {
    expect(defaultOption(offering())).toBe('PAY_IN_FULL');
    expect(defaultOption(offering('PAYMENT_EXTENSION', 'PAYMENT_PLAN'))).toBe('PAYMENT_PLAN');
  });
});

describe('Accepted kinds (product §5)', () => {
  it.each<[MethodType[], string[]]>([
    [[], ['card', 'ach']],
    [['ACH'], ['card']],
    [['CARD'], ['ach']],
    [['CARD', 'ACH'], []],
    [
      ['CASH', 'NEGOTIATION'],
      ['card', 'ach'],
    ],
  ])('the company with %j restricted accepts the kinds %j', (restricted, kinds) => {
    expect(acceptedKinds(restricting(...restricted))).toEqual(kinds);
  });
});
