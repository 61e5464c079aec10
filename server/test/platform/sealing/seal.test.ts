/** Sealing secrets at rest (ADR 0020). */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keysFromText, loadKeyFile } from '../../../src/platform/sealing/key-source.ts';
import { createSealer, SealBroken, sealedBy, toKeyId } from '../../../src/platform/sealing/seal.ts';

const sealer = createSealer(randomBytes(32));
const PLACE = 'company_secrets/1/processor_key';
const toBody = (sealed: string) => sealed.split('.')[2] ?? '';
/** 'sk_old', sealed with a key of 32 bytes of value 7. */
const SEALED_BEFORE_IDS = 'v1.UHFD7_aYFDkIz0RrRP5GSTcWeQUiP1FkYWag9O_RwyNb4Q';

describe('A sealed value', () => {
  it.each(['sk_test_1', '', 'Ünïcödé 漢字 🦷', 'x'.repeat(10_000)])(
    'a sealed value opens to the original value',
    (plain) => {
      expect(sealer.open(sealer.seal(plain, PLACE), PLACE)).toBe(plain);
    },
  );

  it('a sealed value hides its content and names its version and key', () => {
    const sealed = sealer.seal('sk_test_1', PLACE);
    expect(sealed).toMatch(/^v2\.[0-9a-f]{8}\.[\w-]+$/);
    expect(sealed).not.toContain('sk_test_1');
    expect(Buffer.from(toBody(sealed), 'base64url').toString('latin1')).not.toContain('sk_test_1');
  });

  it('a sealed value is different each time', () => {
    const looks = new Set(Array.from({ length: 100 }, () => sealer.seal('same', PLACE)));
    expect(looks.size).toBe(100);
  });

  it('a sealed value does not open in another context', () => {
    const sealed = sealer.seal('sk_test_1', PLACE);
    expect(() => sealer.open(sealed, 'company_secrets/2/processor_key')).toThrow(SealBroken);
  });

  it('a sealed value does not open with another key', () => {
    const sealed = sealer.seal('sk_test_1', PLACE);
    expect(() => createSealer(randomBytes(32)).open(sealed, PLACE)).toThrow(SealBroken);
  });

  it('a sealed value does not open after a change to any of its bytes', () => {
    const bytes = Buffer.from(toBody(sealer.seal('sk_test_1', PLACE)), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      const sealed = `${sealedBy(sealer.keyId)}${changed.toString('base64url')}`;
      expect(() => sealer.open(sealed, PLACE)).toThrow(SealBroken);
    }
  });

  it('a truncated sealed value does not open', () => {
    const sealed = sealer.seal('sk_test_1', PLACE);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => sealer.open(sealed.slice(0, length), PLACE)).toThrow(SealBroken);
    }
  });

  it.each(['', 'plain text', 'v2.AAAA', 'v2.a.b.c', 'v3.AAAA', 'v1.', 'v1', 'v1.a.b'])(
    'the text %j is refused as a sealed value',
    (text) => {
      expect(() => sealer.open(text, PLACE)).toThrow(SealBroken);
    },
  );

  it('the error about an invalid sealed value does not print the value', () => {
    const open = () => sealer.open('v1.c2VjcmV0', PLACE);
    expect(open).toThrow(/does not open/);
    expect(open).not.toThrow(/c2VjcmV0/);
  });
});

describe('Several keys', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];

  it('the first of several keys seals values, and every key opens them', () => {
    const before = createSealer(older, newer);
    const after = createSealer(newer, older);
    expect(before.seal('a', PLACE)).toContain(sealedBy(toKeyId(older)));
    expect(after.seal('a', PLACE)).toContain(sealedBy(toKeyId(newer)));
    expect(before.open(after.seal('a', PLACE), PLACE)).toBe('a');
    expect(after.open(before.seal('a', PLACE), PLACE)).toBe('a');
    expect(after.keyIds).toEqual([toKeyId(newer), toKeyId(older)]);
  });

  it('a value without a key id opens with any of the keys', () => {
    expect(createSealer(newer, Buffer.alloc(32, 7)).open(SEALED_BEFORE_IDS, PLACE)).toBe('sk_old');
    expect(() => createSealer(newer, older).open(SEALED_BEFORE_IDS, PLACE)).toThrow(SealBroken);
  });

  it('a value does not open under the id of another key', () => {
    const both = createSealer(newer, older);
    const moved = both.seal('a', PLACE).replace(toKeyId(newer), toKeyId(older));
    expect(() => both.open(moved, PLACE)).toThrow(SealBroken);
  });

  it('keys are separated by commas, spaces or line ends', () => {
    const [a, b] = [older.toString('base64'), newer.toString('base64')];
    for (const between of [',', ', ', ' ', '\n', '\r\n']) {
      expect(keysFromText(`${a}${between}${b}\n`)).toEqual([older, newer]);
    }
  });
});

describe('The key file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quittance-key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('a missing key file is created once, readable only by its owner', () => {
    const path = join(folder, 'deep', 'secret.key');
    const key = loadKeyFile(path);
    expect(key.map((each) => each.length)).toEqual([32]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(loadKeyFile(path)).toEqual(key);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['secret.key']);
  });

  it('a key file that other users can read is made private again', () => {
    const path = join(folder, 'secret.key');
    loadKeyFile(path);
    chmodSync(path, 0o644);
    loadKeyFile(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('a key file that is not 32 bytes is refused and never replaced', () => {
    const path = join(folder, 'secret.key');
    writeFileSync(path, 'c2hvcnQ=', { mode: 0o600 });
    expect(() => loadKeyFile(path)).toThrow(/32 bytes/);
    expect(() => keysFromText('c2hvcnQ=')).toThrow(/32 bytes/);
    expect(() => createSealer(randomBytes(16))).toThrow(/32 bytes/);
  });
});
