/**
 * Token of a public link: 160 random bits as 32 base32 characters (R4). The database stores only a hash; the token
 * itself exists only in the link that was sent. On a distributed database, 26 characters for the company follow, so that
 * only its server is asked (ADR 0084).
 */
import { createHash } from 'node:crypto';
import {
  type CompanyId,
  companyIdSchema,
  type LinkToken,
  linkTokenSchema,
} from '@quittance/contract/ids';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const TOKEN_BYTES = 20;
const TOKEN_CHARACTERS = 32;
const BITS_PER_CHARACTER = 5;

export function mintLinkToken(
  randomBytes: (count: number) => Uint8Array,
  companyId: CompanyId | null = null,
): LinkToken {
  const company = companyId ? toBase32(Buffer.from(companyId.replaceAll('-', ''), 'hex')) : '';
  return linkTokenSchema.parse(`${toBase32(randomBytes(TOKEN_BYTES))}${company}`);
}

/** A fast hash is enough: 160 random bits cannot be guessed. */
export function hashLinkToken(token: LinkToken): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns the key for finding a link. The company is a hint where to look and proves nothing. */
export function keyOfLinkToken(token: LinkToken): {
  tokenHash: string;
  companyId: CompanyId | null;
} {
  const tokenHash = hashLinkToken(token);
  if (token.length === TOKEN_CHARACTERS) return { tokenHash, companyId: null };
  const company = companyIdSchema.safeParse(toUuid(token.slice(TOKEN_CHARACTERS)));
  return { tokenHash, companyId: company.success ? company.data : null };
}

function toUuid(base32: string): string {
  const bits = [...base32].map((character) =>
    ALPHABET.indexOf(character).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const hex = bytes.map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
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
  if (heldBits > 0) text += ALPHABET.charAt(held << (BITS_PER_CHARACTER - heldBits));
  return text;
}
