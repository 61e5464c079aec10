import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from './secret.ts';

describe('A secret', () => {
  const secret = new Secret('sk_test_value');

  it.each([
    ['text', String(secret)],
    ['a template', `${secret}`],
    ['JSON', JSON.stringify({ secret })],
    ['inspection', inspect({ secret }, { depth: 9, showHidden: true })],
  ])('a secret is masked as %s', (_how, shown) => {
    expect(shown).not.toContain('sk_test_value');
  });

  it('a secret is available only through reveal()', () => {
    expect(secret.reveal()).toBe('sk_test_value');
  });
});
