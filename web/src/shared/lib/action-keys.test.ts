import { describe, expect, it } from 'vitest';
import { createKeyStore, createUuid } from './action-keys.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('Keys of actions (decision 0019)', () => {
  it('action keys are kept in memory where storage is forbidden', () => {
    const storage = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    const keys = createKeyStore('test.', { storage, randomness: crypto });
    const key = keys.keyFor('payment', 'once');
    expect(keys.keyFor('payment', 'once')).toBe(key);
    keys.forget('payment');
    expect(keys.keyFor('payment', 'once')).not.toBe(key);
  });

  it('action keys are created on origins without randomUUID', () => {
    const randomness = { getRandomValues: crypto.getRandomValues.bind(crypto) };
    expect(createUuid(randomness)).toMatch(UUID);
    expect(createUuid(randomness)).not.toBe(createUuid(randomness));
  });
});
