/**
 * The idempotency keys of submitted payments (product §7.7, decision 0019): one per charge, created before
 * the submit and saved in the tab's storage, so that a double click, a reload or a retry after a lost
 * answer is the same payment to the server. A key is forgotten only after a final answer.
 */
import type { IdempotencyKey, MethodId, RequestId } from '@quittance/contract/ids';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind, PaymentOption } from '@quittance/contract/vocabulary';

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
  forgetAll: () => void;
};

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
type KeyedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  keys: () => string[];
};
type Randomness = Pick<Crypto, 'getRandomValues'> & Partial<Pick<Crypto, 'randomUUID'>>;

const KEY_PREFIX = 'quittance.attempt.';

function describeScope(scope: AttemptScope): string {
  const { option, kind, methodId, amountCents, feeCents, arrangement } = scope;
  return [option, kind, methodId ?? 'new', amountCents, feeCents, arrangement ?? 'now'].join('/');
}

/** `randomUUID` exists on secure origins only; elsewhere `getRandomValues` supplies the bytes. */
export function createUuid(randomness: Randomness): string {
  if (randomness.randomUUID) return randomness.randomUUID();
  const bytes = randomness.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40; // version 4
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80; // variant 10
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function keysOf(storage: TabStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
}

/** Falls back to memory: full or forbidden storage must not stop a payment. */
function withMemory(storage: () => TabStorage): KeyedStorage {
  const memory = new Map<string, string>();
  return {
    keys: () => {
      try {
        return [...memory.keys(), ...keysOf(storage())];
      } catch {
        return [...memory.keys()];
      }
    },
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
        // saved in memory
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

/** `storage` is a function: where storage is forbidden, reading the property throws. */
type AttemptParts = { storage: () => TabStorage; randomness: Randomness };

export function createAttemptStore({ storage, randomness }: AttemptParts): AttemptStore {
  const saved = withMemory(storage);
  const read = (requestId: RequestId): { scope: string; key: IdempotencyKey } | null => {
    const [scope, key] = saved.getItem(KEY_PREFIX + requestId)?.split(' ') ?? [];
    // because only keyFor writes the entry, with a key it has just created
    return scope && key ? { scope, key: key as IdempotencyKey } : null;
  };
  return {
    keyFor: (requestId, scope) => {
      const described = describeScope(scope);
      const entry = read(requestId);
      if (entry?.scope === described) return entry.key;
      const key = createUuid(randomness) as IdempotencyKey; // because the brand marks a UUID
      saved.setItem(KEY_PREFIX + requestId, `${described} ${key}`);
      return key;
    },
    savedKey: (requestId) => read(requestId)?.key ?? null,
    forget: (requestId) => saved.removeItem(KEY_PREFIX + requestId),
    forgetAll: () => {
      for (const key of saved.keys()) if (key.startsWith(KEY_PREFIX)) saved.removeItem(key);
    },
  };
}
