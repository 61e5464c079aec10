/**
 * Connections to addresses that a company typed (R52): never to a private network. The address is checked where the
 * connection is opened, so that neither a redirect nor a name that resolves differently a moment later leads past it.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isPublicAddress } from './public-address.ts';

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** What may be reached. */
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

/** For development: receivers on the same machine. */
export const ANY_ADDRESS: Reach = {
  ...PUBLIC_INTERNET,
  protocols: ['https:', 'http:'],
  isAllowed: () => true,
};

const NOT_PUBLIC = 'The address is not on the public internet.';

/** Names that never leave the machine or its network. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;
const LOOPBACK = '127.0.0.1';

/** One address outside the allowed range refuses the whole name. */
async function allowedAddresses({ resolve, isAllowed }: Reach, host: string) {
  const found = await resolve(host);
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) {
    throw new AddressRefused(NOT_PUBLIC);
  }
  return found;
}

/** The lookup of the connection itself: it connects to the addresses that were checked, and to no others. */
function checkedLookup(reach: Reach): LookupFunction {
  return (host, options, done) => {
    allowedAddresses(reach, host).then(
      (found) => {
        const [first] = found;
        if (options.all || !first) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, []),
    );
  };
}

/** @throws AddressRefused */
export function checkedUrl({ protocols, isAllowed }: Reach, address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null;
  if (!url || !protocols.includes(url.protocol) || url.username || url.password) {
    throw new AddressRefused('The address begins with https:// and has no password.');
  }
  // A literal address is connected to without a lookup.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = LOCAL_NAME.test(host) ? LOOPBACK : host;
  if (isIP(literal) && !isAllowed(literal)) throw new AddressRefused(NOT_PUBLIC);
  return url;
}

/** Its connections are checked. The caller closes it. */
export function openAgent(reach: Reach, timeoutMs: number): Agent {
  return new Agent({ connect: { lookup: checkedLookup(reach), timeout: timeoutMs } });
}

/** The refusal that a failed request was caused by, if it was. */
export function refusalIn(error: unknown): AddressRefused | null {
  if (error instanceof AddressRefused) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof AddressRefused ? cause : null;
}
