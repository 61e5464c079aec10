import { describe, expect, it } from 'vitest';
import { invoice, submitAnswer } from '../../../test/fixtures.ts';
import type { ApiFailure } from '../../shared/api/client.ts';
import { isKeySpent, outcomeOfAnswer, outcomeOfFailure } from './submit-outcome.ts';

const http = (status: number, error: object): ApiFailure => ({
  kind: 'http',
  status,
  error: { success: false, message: '', ...error },
});

describe('Outcome of a submit (product §4.10, §8.3)', () => {
  it.each([
    [{ status: 'SUCCESS' }, { kind: 'succeeded' }],
    [{ status: 'PENDING' }, { kind: 'pending' }],
    [
      { status: 'PENDING', isThreeDSActionRequired: true, threeDSData: 'abc' },
      { kind: 'actionRequired', threeDSData: 'abc' },
    ],
    [{ status: 'PENDING', isThreeDSActionRequired: true }, { kind: 'pending' }],
    [
      { status: 'FAILED', success: false, responseMessage: 'Insufficient funds' },
      { kind: 'declined', message: 'Insufficient funds' },
    ],
    [
      { status: 'RETURN', success: false },
      { kind: 'declined', message: null },
    ],
  ] as const)('the payment outcome is read from the response %j', (answer, outcome) => {
    expect(outcomeOfAnswer(submitAnswer(answer))).toEqual(outcome);
  });

  it.each([
    [{ kind: 'network', reason: 'unreachable' }, { kind: 'unknown' }],
    [{ kind: 'network', reason: 'timeout' }, { kind: 'unknown' }],
    [{ kind: 'aborted' }, { kind: 'unknown' }],
    [http(500, { message: 'UNEXPECTED' }), { kind: 'unknown' }],
    [http(502, { message: 'Bad gateway' }), { kind: 'unknown' }],
    [http(409, { message: 'ACCOUNT_IS_PROCESSING' }), { kind: 'processing' }],
    [http(409, { message: 'ACCOUNT_ALREADY_CLOSED' }), { kind: 'alreadyPaid' }],
    [
      http(401, { message: 'UNAUTHORIZED' }),
      { kind: 'signedOut', message: 'Please sign in to continue.' },
    ],
    [
      http(402, { message: 'PAYMENT_DECLINED', responseMessage: 'Do not honor' }),
      { kind: 'declined', message: 'Do not honor' },
    ],
    [
      http(503, { message: 'PROCESSOR_UNAVAILABLE' }),
      {
        kind: 'refused',
        message: 'Payments are unavailable right now. You have not been charged.',
        isKeySpent: true,
      },
    ],
    [
      http(429, { message: 'TOO_MANY_REQUESTS' }),
      {
        kind: 'refused',
        message: 'Too many attempts. Please wait a moment and try again.',
        isKeySpent: false,
      },
    ],
  ] as const)('the outcome is read from the failure %j', (failure, outcome) => {
    expect(outcomeOfFailure(failure)).toEqual(outcome);
  });

  it('a refused quote contains the current amounts (R6)', () => {
    const { payable } = invoice();
    const failure = http(409, { message: 'AMOUNT_CHANGED', details: { payable } });
    expect(outcomeOfFailure(failure)).toMatchObject({ kind: 'amountChanged', payable });
  });

  it('the idempotency key is released after a final response, never after an unknown outcome', () => {
    expect(isKeySpent({ kind: 'succeeded' })).toBe(true);
    expect(isKeySpent({ kind: 'declined', message: null })).toBe(true);
    for (const kind of ['pending', 'processing', 'unknown', 'alreadyPaid'] as const)
      expect(isKeySpent({ kind })).toBe(false);
  });
});
