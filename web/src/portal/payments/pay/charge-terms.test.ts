import { requestIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { invoice, REQUEST_ID } from '../../../../test/fixtures.ts';
import { isPaidNow, preSubmitError, toChargeTerms, toPurpose } from './charge-terms.ts';

const requestId = requestIdSchema.parse(REQUEST_ID);
const NOW = { option: 'PAY_IN_FULL', count: 2, date: null } as const;

describe('Pre-submit checks (product §5.5)', () => {
  it.each([
    ['EXTENSION', { purpose: 'EXTENSION', date: null }, requestId, /^No submittedDate provided/],
    ['PLAN', { purpose: 'PLAN', installments: [] }, requestId, /^No installments provided/],
    ['PARTIAL', { purpose: 'PARTIAL' }, null, /^No requestId provided$/],
    ['ESTIMATE', { purpose: 'ESTIMATE' }, null, /^No requestId provided$/],
  ] as const)('the pre-submit check stops %s with missing data', (_, schedule, id, message) => {
    expect(preSubmitError(schedule, id)).toMatch(message);
  });

  it.each(['FULL_AMOUNT', 'PARTIAL', 'ESTIMATE'] as const)(
    'the pre-submit check accepts %s',
    (purpose) => {
      expect(preSubmitError({ purpose }, requestId)).toBeNull();
    },
  );
});

describe('Charge terms (product §3.18)', () => {
  it.each([
    ['invoice', 'FULL_AMOUNT'],
    ['partial', 'PARTIAL'],
    ['estimate', 'ESTIMATE'],
  ] as const)('the purpose of an immediate charge of kind %s is %s', (kind, purpose) => {
    expect(toPurpose('PAY_IN_FULL', { kind })).toBe(purpose);
    const { payable, today } = invoice();
    const { schedule, chargedCents } = toChargeTerms(NOW, { ...payable, kind, today }, 'card');
    expect(schedule).toEqual({ purpose });
    expect(isPaidNow(schedule)).toBe(true);
    expect(chargedCents).toBe(10_320);
  });
});
