/**
 * Tokens of sessions, bearers, sign-in links and API keys: 256 random bits as text, followed by the company, so
 * that the lookup goes to the server with that company's rows (ADR 0086). The database stores only the hash of the
 * whole text. Older tokens do not contain a company and are looked up everywhere.
 */
import { createHash } from 'node:crypto';
import { type CompanyId, companyIdSchema } from '@quittance/contract/ids';

const TOKEN_BYTES = 32;
const NAMED = /^[\w-]{43}([\w-]{22})$/;
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

type RandomBytes = (count: number) => Uint8Array;

export function mintToken(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
}

/** For tokens that are presented before the company is known. */
export function mintCompanyToken(randomBytes: RandomBytes, companyId: CompanyId): string {
  const company = Buffer.from(companyId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${mintToken(randomBytes)}${company}`;
}

/** A fast hash is enough: 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export type TokenKey = { tokenHash: string; companyId: CompanyId | null };

/** Returns the lookup key of a token. The company in the token is only a claim; the hash proves it. */
export function keyOfToken(token: string): TokenKey {
  const [, company = ''] = NAMED.exec(token) ?? [];
  const text = Buffer.from(company, 'base64url')
    .toString('hex')
    .replace(UUID_PARTS, '$1-$2-$3-$4-$5');
  const parsed = companyIdSchema.safeParse(text);
  return { tokenHash: hashToken(token), companyId: parsed.success ? parsed.data : null };
}
