import { describe, expect, it } from 'vitest';
import { paymentToast } from './errors.ts';
import { errorTexts, paymentToasts } from './texts/en/errors.ts';

const TEXTS = { errors: errorTexts, toasts: paymentToasts };

describe('The toast of a payment (product §8.3)', () => {
  const toast = (code: string, said = {}) => paymentToast({ code, ...said }, TEXTS);

  it('two codes have their own toast, whatever the answer says', () => {
    const said = { responseMessage: 'x' };
    expect(toast('ACCOUNT_ALREADY_CLOSED', said)).toBe('Account is already paid');
    expect(toast('ACCOUNT_IS_PROCESSING', said)).toBe('Payment is processing');
  });

  it('a toast shows the response message, else the text of the code', () => {
    expect(toast('PAYMENT_DECLINED', { responseMessage: 'No funds' })).toBe('No funds');
    expect(toast('PAYMENT_DECLINED')).toBe('Payment failed');
    expect(toast('')).toBe('Payment error');
  });
});
