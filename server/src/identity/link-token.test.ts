/** Tokens of public links (R4). */
import { randomBytes } from 'node:crypto';
import { companyIdSchema, linkTokenSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { hashLinkToken, keyOfLinkToken, mintLinkToken } from './link-token.ts';

describe('Link token (R4)', () => {
  it('a link token is 160 bits in 32 base32 characters', () => {
    const byteCounts: number[] = [];
    const token = mintLinkToken((count) => {
      byteCounts.push(count);
      return randomBytes(count);
    });
    expect(byteCounts).toEqual([20]);
    expect(token).toMatch(/^[a-z2-7]{32}$/);
  });

  it.each([
    ['00'.repeat(20), 'a'.repeat(32)],
    ['ff'.repeat(20), '7'.repeat(32)],
    // Test vector from RFC 4648: 'fooba' is MZXW6YTB.
    [Buffer.from('foobafoobafoobafooba').toString('hex'), 'mzxw6ytb'.repeat(4)],
  ])('the bytes %s are encoded as %s', (hex, token) => {
    expect(mintLinkToken(() => Buffer.from(hex, 'hex'))).toBe(token);
  });

  it('every link token is different', () => {
    const tokens = new Set(Array.from({ length: 1000 }, () => mintLinkToken(randomBytes)));
    expect(tokens.size).toBe(1000);
  });

  it('a link token of a distributed database contains its company id (ADR 0084)', () => {
    const company = companyIdSchema.parse('11111111-2222-4333-8444-555555555555');
    const fooba = () => Buffer.from('foobafoobafoobafooba');
    const named = mintLinkToken(fooba, company);
    expect(named).toBe(`${'mzxw6ytb'.repeat(4)}${'ceircejcejbthbcekvkvkvkvku'}`);
    expect(keyOfLinkToken(named).companyId).toBe(company);
    const short = linkTokenSchema.parse('mzxw6ytb'.repeat(4));
    expect(keyOfLinkToken(short)).toEqual({ tokenHash: hashLinkToken(short), companyId: null });
  });

  it('a link token is stored as its SHA-256 hash', () => {
    const token = linkTokenSchema.parse('mzxw6ytb'.repeat(4));
    expect(hashLinkToken(token)).toBe(
      '04acce9f5eaf95327716f8b594c56db91426dc46dcc3f3327e0e5a108db57b99',
    );
  });
});
