/** The idempotency keys of submitted payments (product §7.7, decision 0019): one per charge, saved in the tab's storage. */
import type { IdempotencyKey, MethodId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption } from '@quittance/contract/vocabulary';
import { createKeyStore, type KeyParts, type KeyStore } from '../../shared/lib/action-keys.ts';

/** What is paid and with what: another amount, option, kind or method is another payment. */
export type AttemptScope = {
  option: PaymentOption;
  kind: ChargeKind;
  /** A saved method; null for a new one. */
  methodId: MethodId | null;
  amountCents: Cents;
  feeCents: Cents;
  /** The dates of a plan or of a scheduled payment; null for an immediate payment. */
  arrangement: string | null;
};

export type AttemptStore = {
  /** The saved key of this payment, or a new one, which is saved. */
  keyFor: (requestId: RequestId, scope: AttemptScope) => IdempotencyKey;
  /** The key saved for the request, whatever its scope. */
  savedKey: (requestId: RequestId) => IdempotencyKey | null;
  forget: (requestId: RequestId) => void;
  /** For a sign-out: the next customer of this tab finds no key of the last one. */
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
