import { describe, expect, it } from 'vitest';
import { changedFields } from './use-company-form.ts';

const BEFORE = {
  name: 'Harbor',
  address: ['1 Pier Road'],
  rules: { availablePaymentOptions: ['FULL'], restrictedPaymentMethods: [] },
  feeSettings: { card: 290, ach: 80 },
};

describe('The changed fields of settings', () => {
  it.each([
    ['nothing', BEFORE, {}],
    ['a text', { ...BEFORE, name: 'Harbor Dental' }, { name: 'Harbor Dental' }],
    [
      'a list, as a whole',
      { address: ['1 Pier Road', 'Portland'] },
      { address: ['1 Pier Road', 'Portland'] },
    ],
    ['one field of a group', { feeSettings: { card: 290, ach: 0 } }, { feeSettings: { ach: 0 } }],
    [
      'a list in a group',
      { rules: { availablePaymentOptions: [], restrictedPaymentMethods: [] } },
      { rules: { availablePaymentOptions: [] } },
    ],
    ['a field that was not stored', { isCreditApplied: true }, { isCreditApplied: true }],
  ])('%s', (_name, body, changes) => {
    expect(changedFields(body, BEFORE)).toEqual(changes);
  });
});
