/**
 * The idempotency keys of actions whose outcome is unknown (decision 0019). They are created and saved before
 * anything is sent, so that a double click, a reload or a retry after a lost response is the same action to the
 * server. A key is deleted only after a final response.
 */
import type { IdempotencyKey } from '@quittance/contract/ids';

export type KeyStore = {
  /**
   * Returns the saved key of the action, or creates and saves a new one. Different content is a different action
   * and replaces the key.
   */
  keyFor: (subject: string, content: string) => IdempotencyKey;
  savedKey: (subject: string) => IdempotencyKey | null;
  /** Marks the saved action as sent and not answered, which a reload must find. */
  markSent: (subject: string, isSent: boolean) => void;
  sentKey: (subject: string) => IdempotencyKey | null;
  forget: (subject: string) => void;
  forgetAll: () => void;
};

type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
type MemorizedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  keys: () => string[];
};
type Randomness = Pick<Crypto, 'getRandomValues'> & Partial<Pick<Crypto, 'randomUUID'>>;

/** `randomUUID` exists only on secure origins. Elsewhere `getRandomValues` supplies the bytes. */
export function createUuid(randomness: Randomness): string {
  if (randomness.randomUUID) return randomness.randomUUID();
  const bytes = randomness.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40; // version 4
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80; // variant 10
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function toKeys(storage: KeyStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
}

/** Falls back to memory, because full or forbidden storage must not stop an action. */
function withMemory(storage: () => KeyStorage): MemorizedStorage {
  const memory = new Map<string, string>();
  return {
    keys: () => {
      try {
        return [...memory.keys(), ...toKeys(storage())];
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
        // The value is saved in memory.
      }
    },
    removeItem: (key) => {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // The value was only in memory.
      }
    },
  };
}

/** `storage` is a function, because reading the property throws if storage is forbidden. */
export type KeyParts = { storage: () => KeyStorage; randomness: Randomness };

const SENT = 'sent';

/** `prefix` precedes the names of the store's entries in the storage. Content must not contain spaces. */
export function createKeyStore(prefix: string, { storage, randomness }: KeyParts): KeyStore {
  const saved = withMemory(storage);
  const read = (subject: string) => {
    const [content, key, sent] = saved.getItem(prefix + subject)?.split(' ') ?? [];
    // The cast is safe because only `keyFor` creates the entry, with a key it has just created.
    return content && key ? { content, key: key as IdempotencyKey, isSent: sent === SENT } : null;
  };
  return {
    keyFor: (subject, content) => {
      const entry = read(subject);
      if (entry?.content === content) return entry.key;
      const key = createUuid(randomness) as IdempotencyKey; // because the brand marks a UUID
      saved.setItem(prefix + subject, `${content} ${key}`);
      return key;
    },
    savedKey: (subject) => read(subject)?.key ?? null,
    markSent: (subject, isSent) => {
      const entry = read(subject);
      if (!entry) return;
      const parts = [entry.content, entry.key, ...(isSent ? [SENT] : [])];
      saved.setItem(prefix + subject, parts.join(' '));
    },
    sentKey: (subject) => {
      const entry = read(subject);
      return entry?.isSent ? entry.key : null;
    },
    forget: (subject) => saved.removeItem(prefix + subject),
    forgetAll: () => {
      for (const key of saved.keys()) if (key.startsWith(prefix)) saved.removeItem(key);
    },
  };
}
