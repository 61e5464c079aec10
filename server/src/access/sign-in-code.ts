/**
 * The code of a sign-in mail: six digits, every one of the million equally likely (R19). Its hash is
 * salted and fast: the code is nothing without the cookie or the token that goes with it, and these
 * cannot be guessed.
 */
import { createHash } from 'node:crypto';
import { SIGN_IN_CODE_DIGITS } from '@quittance/contract/sign-in-code';

const CODES = 10 ** SIGN_IN_CODE_DIGITS;
/** The largest multiple of a million that three bytes can hold: numbers above it are drawn again. */
const FAIR_MAX = Math.floor(2 ** 24 / CODES) * CODES;

export function mintCode(randomBytes: (count: number) => Uint8Array): string {
  for (;;) {
    const [high = 0, middle = 0, low = 0] = randomBytes(3);
    const drawn = high * 65_536 + middle * 256 + low;
    if (drawn < FAIR_MAX) return String(drawn % CODES).padStart(SIGN_IN_CODE_DIGITS, '0');
  }
}

const CODE = new RegExp(`^\\d{${SIGN_IN_CODE_DIGITS}}$`);

/** What was typed as a code, or null: people copy '123 456' and '123-456'. */
export function readCode(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '');
  return CODE.test(digits) ? digits : null;
}

export function hashCode(tokenId: string, code: string): string {
  return createHash('sha256').update(`${tokenId}:${code}`).digest('hex');
}
