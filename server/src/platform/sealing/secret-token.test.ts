/** Tokens contain their company (ADR 0086). */
import { randomBytes, randomUUID } from 'node:crypto';
import { companyIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { hashToken, keyOfToken, mintCompanyToken, mintToken } from './secret-token.ts';

const COMPANY = companyIdSchema.parse(randomUUID());

describe('Secret token (R20)', () => {
  it('a secret token is 256 random bits followed by its company', () => {
    const counts: number[] = [];
    const token = mintCompanyToken((count) => {
      counts.push(count);
      return randomBytes(count);
    }, COMPANY);
    expect(counts).toEqual([32]);
    expect(token).toMatch(/^[\w-]{65}$/);
    expect(keyOfToken(token)).toEqual({ tokenHash: hashToken(token), companyId: COMPANY });
  });

  it('a secret token is stored as the hash of its whole text, including the company', () => {
    const same = () => Buffer.alloc(32, 7);
    const other = companyIdSchema.parse(randomUUID());
    const [first, second] = [mintCompanyToken(same, COMPANY), mintCompanyToken(same, other)];
    expect(keyOfToken(first).tokenHash).not.toBe(keyOfToken(second).tokenHash);
  });

  it.each([
    ['from before', mintToken(randomBytes)],
    ['of another length', `${mintToken(randomBytes)}abc`],
    ['with a company that is no id', `${mintToken(randomBytes)}QUJDREVGR0hJSktMTU5PUA`],
    ['that is empty', ''],
  ])('a secret token %s names no company', (_, token) => {
    expect(keyOfToken(token)).toEqual({ tokenHash: hashToken(token), companyId: null });
  });
});
