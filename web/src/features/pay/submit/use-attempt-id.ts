/**
 * The id a payment is submitted under (decision 0019): minted as soon as the form is ready, so that it
 * is in the tab's storage before anything is sent. The rules of keeping it are in state/attempts.ts.
 */
import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import { useCallback, useEffect } from 'react';
import type { AttemptScope } from '../../../state/payment/attempts.ts';
import { useAppStore } from '../../../state/store/hooks.ts';

type AttemptInput = AttemptScope & { requestId: RequestId; isReady: boolean };

/** Ask when submitting, not before: a final answer in between has used the former id up. */
export function useAttemptId(input: AttemptInput): () => IdempotencyKey {
  const { requestId, isReady, option, kind, methodId, amountCents, feeCents, arrangement } = input;
  const { attempts } = useAppStore().parts;
  const attemptId = useCallback(
    () =>
      attempts.keyFor(requestId, { option, kind, methodId, amountCents, feeCents, arrangement }),
    [attempts, requestId, option, kind, methodId, amountCents, feeCents, arrangement],
  );
  useEffect(() => {
    if (isReady) attemptId();
  }, [isReady, attemptId]);
  return attemptId;
}
