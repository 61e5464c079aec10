import { requestIdSchema } from '@quittance/contract/ids';
import { cents } from '@quittance/contract/money';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorld, REQUEST_ID } from '../../../../test/fixtures.ts';
import { useAttemptId } from './use-attempt-id.ts';

const requestId = requestIdSchema.parse(REQUEST_ID);
const QUESTION = {
  requestId,
  option: 'PAY_IN_FULL',
  kind: 'card',
  methodId: null,
  amountCents: cents(10_000),
  feeCents: cents(320),
  arrangement: null,
} as const;

afterEach(cleanup);

function renderAttempt() {
  const { store } = createWorld();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const hook = renderHook((change: object) => useAttemptId({ ...QUESTION, ...change }), {
    wrapper,
    initialProps: {},
  });
  return { ...hook, savedKey: () => store.parts.attempts.savedKey(requestId), store };
}

describe('Attempt id of the form (decision 0019)', () => {
  it('the attempt id is stored only when the form is submitted', () => {
    const { result, savedKey } = renderAttempt();
    expect(savedKey()).toBeNull();
    expect(result.current()).toBe(savedKey());
  });

  it('the attempt id stays the same across renders', () => {
    const { result, rerender } = renderAttempt();
    const id = result.current();
    rerender({});
    expect(result.current()).toBe(id);
  });

  it('the attempt id of another payment is kept until this payment is submitted', () => {
    const { result, rerender, savedKey } = renderAttempt();
    const first = result.current();
    rerender({ kind: 'ach' });
    expect(savedKey()).toBe(first);
    expect(result.current()).not.toBe(first);
    expect(savedKey()).not.toBe(first);
  });

  it('the attempt id changes with the amount and after a final response', () => {
    const { result, rerender, store } = renderAttempt();
    const first = result.current();
    rerender({ amountCents: cents(9_000) });
    const second = result.current();
    expect(second).not.toBe(first);
    store.parts.attempts.forget(requestId);
    expect(result.current()).not.toBe(second);
  });
});
