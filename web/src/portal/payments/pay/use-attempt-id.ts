/**
 * The idempotency key of a payment (decision 0019). The submit creates it and saves it in the tab's storage before
 * anything is sent. A form that is only viewed leaves no key, so a saved key shows that a payment with a pending
 * challenge belongs to this tab.
 */
import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import { useCallback } from 'react';
import type { AttemptScope } from '../../store/attempts.ts';
import { useAppStore } from '../../store/hooks.ts';

type AttemptInput = AttemptScope & { requestId: RequestId };

/** Call the returned function when submitting, because a final response in between consumes the previous key. */
export function useAttemptId(input: AttemptInput): () => IdempotencyKey {
  const { requestId, option, kind, methodId, amountCents, feeCents, arrangement } = input;
  const { attempts } = useAppStore().parts;
  return useCallback(
    () =>
      attempts.keyFor(requestId, { option, kind, methodId, amountCents, feeCents, arrangement }),
    [attempts, requestId, option, kind, methodId, amountCents, feeCents, arrangement],
  );
}
