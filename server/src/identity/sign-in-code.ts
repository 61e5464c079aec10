/**
 * Code of a sign-in email: six uniformly distributed digits (R19). A fast salted hash is enough, because the code
 * is valid only together with a cookie or token that cannot be guessed.
 */
import { createHash } from 'node:crypto';
import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/identity/sign-in-code';

const CODES = 10 ** SIGN_IN_CODE_DIGITS;
/**
 * The largest multiple of a million that fits in three bytes. Larger numbers are drawn again, to avoid modulo bias.
 */
const FAIR_MAX = Math.floor(2 ** 24 / CODES) * CODES;

export function mintCode(randomBytes: (count: number) => Uint8Array): string {
  for (;;) {
    const [high = 0, middle = 0, low = 0] = randomBytes(3);
    const drawn = high * 65_536 + middle * 256 + low;
    if (drawn < FAIR_MAX) return String(drawn % CODES).padStart(SIGN_IN_CODE_DIGITS, '0');
  }
}

const CODE = new RegExp(`^\\d{${SIGN_IN_CODE_DIGITS}}$`);

export function readCode(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '');
  return CODE.test(digits) ? digits : null;
}

export function hashCode(tokenId: string, code: string): string {
  return createHash('sha256').update(`${tokenId}:${code}`).digest('hex');
}
