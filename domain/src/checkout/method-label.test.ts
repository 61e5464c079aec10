import { describe, expect, it } from 'vitest';
import { checkoutTexts } from '../texts/en/checkout.ts';
import { type LabeledMethod, methodLabel } from './method-label.ts';

describe('The label of a payment method', () => {
  it.each<[LabeledMethod, string]>([
    [{ kind: 'card', brand: 'visa', last4: '4242' }, 'Visa **** 4242'],
    [{ kind: 'CARD', brand: 'visa', last4: null }, 'Visa'],
    [{ kind: 'CARD', brand: null, last4: '4242' }, 'Card **** 4242'],
    [{ kind: 'CARD', brand: 'mastercard', last4: '4444' }, 'Mastercard **** 4444'],
    [{ kind: 'card', brand: null, last4: null }, 'Card'],
    [{ kind: 'ach', brand: 'a bank', last4: '6789' }, 'Bank account **** 6789'],
    [{ kind: 'ACH', brand: null, last4: null }, 'Bank account'],
    [{ kind: 'CASH', brand: null, last4: null }, 'Cash'],
    [{ kind: 'NEGOTIATION', brand: null, last4: null }, 'Settlement discount'],
  ])('%o is labeled %s', (method, label) => {
    expect(methodLabel(method, checkoutTexts)).toBe(label);
  });
});
