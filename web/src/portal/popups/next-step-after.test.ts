import { DECLINE_TEXTS } from '@quittance/domain/dunning/decline-texts';
import { describe, expect, it } from 'vitest';
import { nextStepAfter } from './pay-overlay.tsx';

describe('The next step after a decline (R65)', () => {
  it.each([
    [DECLINE_TEXTS.insufficientFunds, 'addFunds'],
    [DECLINE_TEXTS.expiredCard, 'otherMethod'],
    [DECLINE_TEXTS.securityCode, 'checkDetails'],
    [DECLINE_TEXTS.declined, 'askBank'],
    [DECLINE_TEXTS.cardDeclined, null],
    ['Something that is not ours', null],
    [null, null],
  ])('the next step after %j is %s', (message, step) => {
    expect(nextStepAfter(message)).toBe(step);
  });
});
