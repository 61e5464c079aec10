/**
 * Connections to addresses entered by a company. The address is checked when the connection is opened, so that
 * neither a redirect nor a DNS name that resolves differently later can bypass the check.
 */
import type { LookupFunction } from 'node:net';
import { AddressRefused, NOT_PUBLIC, type Reach } from './reach.ts';
import { Agent } from './undici.ts';

/** One address outside the allowed range is enough to refuse the whole name. */
async function allowedAddresses({ resolve, isAllowed }: Reach, host: string) {
  const found = await resolve(host);
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) {
    throw new AddressRefused(NOT_PUBLIC);
  }
  return found;
}

/** Used by the connection itself, so it connects only to checked addresses. */
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

/** The caller must close the agent. */
export function openAgent(reach: Reach, timeoutMs: number): Agent {
  return new Agent({ connect: { lookup: checkedLookup(reach), timeout: timeoutMs } });
}
