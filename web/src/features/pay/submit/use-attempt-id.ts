/**
 * The idempotency key of a payment (decision 0019). It is created when the form is ready, so that it is in
 * the tab's storage before anything is sent.
 */
import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import { useCallback, useEffect } from 'react';
import type { AttemptScope } from '../../../state/payment/attempts.ts';
import { useAppStore } from '../../../state/store/hooks.ts';

type AttemptInput = AttemptScope & { requestId: RequestId; isReady: boolean };

/** Call it when submitting: a final response in between consumes the previous key. */
export function useAttemptId(input: AttemptInput): () => IdempotencyKey {
  const { requestId, isReady, option, kind, methodId, amountCents, feeCents, arrangement } = input;
  const { attempts } = useAppStore().parts;
  const attemptId = useCallback(
    () =>
      attempts.keyFor(requestId, { option, kind, methodId, amountCents, feeCents, arrangement }),
    [attempts, requestId, option, kind, methodId, amountCents, feeCents, arrangement],
  );
  useEffect(() => {
    // The saved key may be that of a payment the bank still asks about: only a submit replaces it.
    if (isReady && attempts.savedKey(requestId) === null) attemptId();
  }, [isReady, attempts, requestId, attemptId]);
  return attemptId;
}
