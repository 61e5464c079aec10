/**
 * Fetches a picture from an address that an operator typed (R52): https only, a few redirects, 5 seconds and 1 MB
 * in total, and never an address in a private network. The address is checked where the connection is opened, so
 * that neither a redirect nor a name that resolves differently a moment later bypasses the check.
 */
import { LOGO_BYTES_MAX } from '@quittance/contract/companies/settings-schemas';
import { openAgent } from '../../platform/outbound/agent.ts';
import { checkedUrl, type Reach, refusalIn } from '../../platform/outbound/reach.ts';
import { type Agent, request } from '../../platform/outbound/undici.ts';
import { LogoRefused } from './logo-refused.ts';

const TOTAL_TIMEOUT_MS = 5000;
const REDIRECTS_MAX = 3;

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
  const agent = openAgent(reach, TOTAL_TIMEOUT_MS);
  try {
    return await follow(reach, address, agent);
  } catch (error) {
    if (error instanceof LogoRefused) throw error;
    const refusal = refusalIn(error);
    throw new LogoRefused(refusal?.message ?? 'The address could not be read.', { cause: error });
  } finally {
    await agent.destroy();
  }
}
