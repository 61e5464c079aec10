/**
 * Fetches a picture from an address that an operator typed (R52): https only, a few redirects, 5 seconds and 1 MB in all,
 * and never an address of a private network. The address is checked where the connection is opened, so that neither a
 * redirect nor a name that resolves differently a moment later leads past the check.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { LOGO_BYTES_MAX, LogoRefused } from './draw-logo.ts';
import { isPublicAddress } from './public-address.ts';

const TOTAL_TIMEOUT_MS = 5000;
const REDIRECTS_MAX = 3;

/** What may be reached. Only tests, which have no public network, change it. */
export type Reach = {
  protocol: 'https:' | 'http:';
  resolve: (host: string) => Promise<LookupAddress[]>;
  isAllowed: (address: string) => boolean;
};

export const PUBLIC_INTERNET: Reach = {
  protocol: 'https:',
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
};

/** One address outside the allowed range refuses the whole name. */
async function allowedAddresses({ resolve, isAllowed }: Reach, host: string) {
  const found = await resolve(host);
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) {
    throw new LogoRefused('The address is not on the public internet.');
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

function checkedUrl({ protocol, isAllowed }: Reach, address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null;
  if (url?.protocol !== protocol || url.username || url.password) {
    throw new LogoRefused('The address of a logo begins with https://.');
  }
  // A literal address is connected to without a lookup.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host)) {
    throw new LogoRefused('The address is not on the public internet.');
  }
  return url;
}

async function readBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > LOGO_BYTES_MAX) throw new LogoRefused('The picture is larger than 1 MB.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function follow(reach: Reach, address: string, agent: Agent): Promise<Buffer> {
  const signal = AbortSignal.timeout(TOTAL_TIMEOUT_MS);
  let url = checkedUrl(reach, address);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const answer = await request(url, { dispatcher: agent, signal });
    const { location } = answer.headers;
    if (answer.statusCode === 200) return readBody(answer.body);
    await answer.body.dump();
    if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') {
      throw new LogoRefused(`The address answered ${answer.statusCode}.`);
    }
    url = checkedUrl(reach, location, url);
  }
  throw new LogoRefused('The address redirects too often.');
}

/** @throws LogoRefused */
export async function fetchPicture(reach: Reach, address: string): Promise<Buffer> {
  const agent = new Agent({ connect: { lookup: checkedLookup(reach), timeout: TOTAL_TIMEOUT_MS } });
  try {
    return await follow(reach, address, agent);
  } catch (error) {
    if (error instanceof LogoRefused) throw error;
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof LogoRefused) throw cause;
    throw new LogoRefused('The address could not be read.', { cause: error });
  } finally {
    await agent.destroy();
  }
}
