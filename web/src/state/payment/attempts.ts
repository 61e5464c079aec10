/**
 * The ids under which payments are submitted (product §7.7, decision 0019): one
 * per thing being bought, minted before sending and kept in the tab's storage, so that a double
 * click, a reload or a retry after a lost answer is the same payment to the server. Deliberately
 * forgets an id only when told that its payment has a final answer.
 */
import type { IdempotencyKey, MethodId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption } from '@quittance/contract/vocabulary';

/** What is being bought and with what; another amount, option, kind or method is another payment. */
export type AttemptScope = {
  option: PaymentOption;
  kind: ChargeKind;
  /** A saved method; null for one that is typed just now. */
  methodId: MethodId | null;
  amountCents: Cents;
  feeCents: Cents;
  /** The dates of a plan or the day of a scheduled payment; null for one that is made at once. */
  arrangement: string | null;
};

export type AttemptStore = {
  /** The id for this payment: the one kept for it, or a new one that is kept from now on. */
  keyFor: (requestId: RequestId, scope: AttemptScope) => IdempotencyKey;
  /** Whatever id is kept for the request; null when none is. */
  savedKey: (requestId: RequestId) => IdempotencyKey | null;
  forget: (requestId: RequestId) => void;
};

type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Randomness = Pick<Crypto, 'getRandomValues'> & Partial<Pick<Crypto, 'randomUUID'>>;

const KEY_PREFIX = 'quittance.attempt.';

function describeScope(scope: AttemptScope): string {
  const { option, kind, methodId, amountCents, feeCents, arrangement } = scope;
  return [option, kind, methodId ?? 'new', amountCents, feeCents, arrangement ?? 'now'].join('/');
}

/** `randomUUID` exists on secure origins only; the bytes of `getRandomValues` are as good. */
export function mintUuid(randomness: Randomness): string {
  if (randomness.randomUUID) return randomness.randomUUID();
  const bytes = randomness.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40; // version 4
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80; // variant 10
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Storage that is full or forbidden must not stop a payment: the tab's memory stands in for it. */
function withMemory(storage: () => KeyedStorage): KeyedStorage {
  const memory = new Map<string, string>();
  return {
    getItem: (key) => {
      try {
        return storage().getItem(key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    setItem: (key, value) => {
      memory.set(key, value);
      try {
        storage().setItem(key, value);
      } catch {
        // kept in memory
      }
    },
    removeItem: (key) => {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // was in memory only
      }
    },
  };
}

/** `storage` is asked for each time: where it is forbidden, even looking at it throws. */
type AttemptParts = { storage: () => KeyedStorage; randomness: Randomness };

export function createAttemptStore({ storage, randomness }: AttemptParts): AttemptStore {
  const kept = withMemory(storage);
  const read = (requestId: RequestId): { scope: string; id: IdempotencyKey } | null => {
    const [scope, id] = kept.getItem(KEY_PREFIX + requestId)?.split(' ') ?? [];
    // because only keyFor writes the entry, and it writes a key it has just minted
    return scope && id ? { scope, id: id as IdempotencyKey } : null;
  };
  return {
    keyFor: (requestId, scope) => {
      const described = describeScope(scope);
      const entry = read(requestId);
      if (entry?.scope === described) return entry.id;
      const id = mintUuid(randomness) as IdempotencyKey; // because a fresh UUID is what it brands
      kept.setItem(KEY_PREFIX + requestId, `${described} ${id}`);
      return id;
    },
    savedKey: (requestId) => read(requestId)?.id ?? null,
    forget: (requestId) => kept.removeItem(KEY_PREFIX + requestId),
  };
}
