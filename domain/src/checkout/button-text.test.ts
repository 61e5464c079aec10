import { cents } from '@quittance/contract/money';
import { POPUP_PURPOSES } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { InvariantViolation } from '../invariant.ts';
import { checkoutTexts } from '../texts/en/checkout.ts';
import { buttonText } from './button-text.ts';

const amounts = { amountCents: cents(10_320), firstInstallmentCents: cents(3_440) };

describe('Button text (product §9)', () => {
  it('each purpose has its own button text', () => {
    const texts = Object.fromEntries(
      POPUP_PURPOSES.map((purpose) => [
        purpose,
        buttonText({ purpose, ...amounts }, checkoutTexts),
      ]),
    );
    expect(texts).toEqual({
      FULL_AMOUNT: 'Confirm and Pay $103.20',
      OWN_AMOUNT: 'Confirm and Pay $103.20',
      INVOICES: 'Confirm and Pay $103.20',
      EXTENSION: 'Confirm scheduled payment $103.20',
      PLAN: 'Pay First payment $34.40',
      PARTIAL: 'Confirm payment',
      ESTIMATE: 'Confirm payment',
      ADD_PM: 'Confirm payment',
      CHANGE_PM: 'Confirm payment',
    });
  });

  it('the button text throws for a plan without a first installment', () => {
    expect(() =>
      buttonText(
        { purpose: 'PLAN', amountCents: cents(1), firstInstallmentCents: null },
        checkoutTexts,
      ),
    ).toThrow(new InvariantViolation('Not true: a plan has a first installment'));
  });

  it('the button text throws for an unknown purpose', () => {
    // The cast is needed because only data from outside the type system can have this value.
    const stranger = 'REFUND' as never;
    expect(() => buttonText({ purpose: stranger, ...amounts }, checkoutTexts)).toThrow(
      'Not handled: "REFUND"',
    );
  });
});
