/** The idempotency keys of submitted payments (product §7.7, decision 0019): one per charge, saved in the tab's storage. */
import type { IdempotencyKey, MethodId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption } from '@quittance/contract/vocabulary';
import { createKeyStore, type KeyParts, type KeyStore } from '../../shared/lib/action-keys.ts';

/** Identifies a payment. A different amount, option, kind or method is a different payment. */
export type AttemptScope = {
  option: PaymentOption;
  kind: ChargeKind;
  methodId: MethodId | null;
  amountCents: Cents;
  feeCents: Cents;
  arrangement: string | null;
};

export type AttemptStore = {
  keyFor: (requestId: RequestId, scope: AttemptScope) => IdempotencyKey;
  savedKey: (requestId: RequestId) => IdempotencyKey | null;
  markSent: (requestId: RequestId, isSent: boolean) => void;
  /** Key of a submit that this tab has sent and whose result is unknown, even after a reload. */
  sentKey: (requestId: RequestId) => IdempotencyKey | null;
  forget: (requestId: RequestId) => void;
  /** Called on sign-out, so that the next customer in this tab does not find the previous customer's keys. */
  forgetAll: KeyStore['forgetAll'];
};

function describeScope(scope: AttemptScope): string {
  const { option, kind, methodId, amountCents, feeCents, arrangement } = scope;
  return [option, kind, methodId ?? 'new', amountCents, feeCents, arrangement ?? 'now'].join('/');
}

export function createAttemptStore(parts: KeyParts): AttemptStore {
  const keys = createKeyStore('quittance.attempt.', parts);
  return { ...keys, keyFor: (requestId, scope) => keys.keyFor(requestId, describeScope(scope)) };
}
