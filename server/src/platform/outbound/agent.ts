/**
 * Connections to addresses entered by a company. The address is checked when the connection is opened, so that
 * neither a redirect nor a DNS name that resolves differently later can bypass the check.
 */
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { AddressRefused, NOT_PUBLIC, type Reach } from './reach.ts';

/** A single address outside the allowed range refuses the whole name. */
async function allowedAddresses({ resolve, isAllowed }: Reach, host: string) {
  const found = await resolve(host);
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) {
    throw new AddressRefused(NOT_PUBLIC);
  }
  return found;
}

/** The lookup used by the connection itself. It connects only to the addresses that were checked. */
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

/** Opens an agent whose connections are checked. The caller closes it. */
export function openAgent(reach: Reach, timeoutMs: number): Agent {
  return new Agent({ connect: { lookup: checkedLookup(reach), timeout: timeoutMs } });
}
