/** Defines which company-entered addresses may be connected to (R52). Private networks are never allowed. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export type Reach = {
  protocols: readonly string[];
  resolve: (host: string) => Promise<LookupAddress[]>;
  isAllowed: (address: string) => boolean;
};

export const PUBLIC_INTERNET: Reach = {
  protocols: ['https:'],
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
};

/** For development: allows receivers on the same machine. */
export const ANY_ADDRESS: Reach = {
  ...PUBLIC_INTERNET,
  protocols: ['https:', 'http:'],
  isAllowed: () => true,
};

export const NOT_PUBLIC = 'The address is not on the public internet.';

/** Names that never leave the machine or its network. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;
const LOOPBACK = '127.0.0.1';

/** @throws AddressRefused */
export function checkedUrl({ protocols, isAllowed }: Reach, address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null;
  if (!url || !protocols.includes(url.protocol) || url.username || url.password) {
    throw new AddressRefused('The address begins with https:// and has no password.');
  }
  // Connecting to a literal IP address skips the DNS lookup, so the address is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = LOCAL_NAME.test(host) ? LOOPBACK : host;
  if (isIP(literal) && !isAllowed(literal)) throw new AddressRefused(NOT_PUBLIC);
  return url;
}

export function refusalIn(error: unknown): AddressRefused | null {
  if (error instanceof AddressRefused) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof AddressRefused ? cause : null;
}
