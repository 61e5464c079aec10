import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSeedSecret, seededEntropy } from './seeded-entropy.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const drawn = (secret: string) => {
  const { uuid, bytes } = seededEntropy(secret);
  return [uuid(), Buffer.from(bytes(40)).toString('hex'), uuid()];
};

describe('Ids and tokens of the demo data', () => {
  it('demo ids and tokens depend only on the secret', () => {
    expect(drawn('one')).toEqual(drawn('one'));
    expect(drawn('one')).not.toEqual(drawn('two'));
    expect(new Set(drawn('one')).size).toBe(3);
  });

  it('demo ids are valid ids', () => {
    const { uuid } = seededEntropy('one');
    for (let count = 0; count < 100; count += 1) expect(uuid()).toMatch(UUID);
  });

  it('demo ids and tokens derive from a secret that is written once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quittance-seed-'));
    const path = join(folder, 'demo-seed');
    expect(readSeedSecret(path)).toMatch(/^[0-9a-f]{64}$/);
    expect(readSeedSecret(path)).toBe(readSeedSecret(path));
    rmSync(folder, { recursive: true });
  });
});
