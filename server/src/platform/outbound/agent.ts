/**
 * Connections to addresses that a company typed. The address is checked where the connection is opened, so that neither
 * a redirect nor a name that resolves differently a moment later leads past it.
 */
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { AddressRefused, NOT_PUBLIC, type Reach } from './reach.ts';

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

/** Its connections are checked. The caller closes it. */
export function openAgent(reach: Reach, timeoutMs: number): Agent {
  return new Agent({ connect: { lookup: checkedLookup(reach), timeout: timeoutMs } });
}
