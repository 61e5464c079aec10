import { methodIdSchema, requestIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { REQUEST_ID } from '../../../test/fixtures.ts';
import { type AttemptScope, createAttemptStore } from './attempts.ts';

const request = requestIdSchema.parse(REQUEST_ID);
const scope: AttemptScope = {
  option: 'PAY_IN_FULL',
  kind: 'card',
  methodId: null,
  amountCents: cents(10_000),
  feeCents: cents(320),
  arrangement: null,
};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const openTab = () => createAttemptStore({ storage: () => sessionStorage, randomness: crypto });

beforeEach(() => sessionStorage.clear());

describe('Attempt ids (decision 0019)', () => {
  it('the same payment keeps its attempt key, even after a reload', () => {
    const id = openTab().keyFor(request, scope);
    expect(id).toMatch(UUID);
    expect(openTab().keyFor(request, scope)).toBe(id);
    expect(openTab().savedKey(request)).toBe(id);
  });

  it.each([
    ['amount', { amountCents: cents(9_000) }],
    ['fee', { feeCents: cents(0) }],
    ['day', { arrangement: '2026-11-20' }],
    ['option', { option: 'PAYMENT_PLAN' }],
    ['kind', { kind: 'ach' }],
    ['method', { methodId: methodIdSchema.parse('2f1c8a44-6a0e-4a57-9a53-0d1e2f3a4b5c') }],
  ] as const)('a new attempt id is created when the %s changes', (_, change) => {
    const attempts = openTab();
    const id = attempts.keyFor(request, scope);
    expect(attempts.keyFor(request, { ...scope, ...change })).not.toBe(id);
  });

  it('a new attempt key is created only after a final response', () => {
    const attempts = openTab();
    const id = attempts.keyFor(request, scope);
    attempts.forget(request);
    expect(attempts.savedKey(request)).toBeNull();
    expect(attempts.keyFor(request, scope)).not.toBe(id);
  });

  it('every payment request has its own attempt key', () => {
    const other = requestIdSchema.parse('9b2c1d3e-1111-4222-8333-444455556666');
    const attempts = openTab();
    const id = attempts.keyFor(request, scope);
    expect(attempts.keyFor(other, scope)).not.toBe(id);
    expect(attempts.keyFor(request, scope)).toBe(id);
  });

  it('a sign-out deletes all attempt keys and no other tab data', () => {
    sessionStorage.setItem('other', 'stays');
    openTab().keyFor(request, scope);
    const attempts = openTab();
    attempts.forgetAll();
    expect(attempts.savedKey(request)).toBeNull();
    expect(sessionStorage.getItem('other')).toBe('stays');
    expect(sessionStorage).toHaveLength(1);
  });
});
