/**
 * The token of a public link: 160 random bits as 32 base32 characters (R4). The database stores only its
 * hash; the token itself exists only in the link that was sent.
 */
import { createHash } from 'node:crypto';
import { type LinkToken, linkTokenSchema } from '@quittance/contract/ids';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const TOKEN_BYTES = 20;
const BITS_PER_CHARACTER = 5;

export function mintLinkToken(randomBytes: (count: number) => Uint8Array): LinkToken {
  return linkTokenSchema.parse(toBase32(randomBytes(TOKEN_BYTES)));
}

/** A fast hash is enough: 160 random bits cannot be guessed. */
export function hashLinkToken(token: LinkToken): string {
  return createHash('sha256').update(token).digest('hex');
}

function toBase32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let heldBits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    heldBits += 8;
    while (heldBits >= BITS_PER_CHARACTER) {
      heldBits -= BITS_PER_CHARACTER;
      text += ALPHABET.charAt(held >> heldBits);
      held &= (1 << heldBits) - 1;
    }
  }
  return text;
}
