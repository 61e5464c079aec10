import { describe, expect, it } from 'vitest';
import { DECLINE_TEXTS } from './decline-texts.ts';

describe('What a payer reads about a decline', () => {
  it('a decline text states the reason from the bank and, where possible, the next step', () => {
    expect(DECLINE_TEXTS).toMatchObject({
      declined: 'Your bank declined this payment.',
      cardDeclined: 'Your card was declined. Please try another card or contact your bank.',
      callIssuer: 'Your bank wants you to call them about this payment.',
      insufficientFunds: 'Your card has insufficient funds.',
      expiredCard: 'Your card has expired.',
      authenticationRequired: 'Your bank needs you to confirm this payment.',
      authenticationFailed: "This payment wasn't confirmed with your bank.",
    });
  });
});
