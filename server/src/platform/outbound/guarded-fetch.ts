/**
 * `fetch` for a library that calls addresses entered by a company. Every address is checked, redirects are not
 * followed, and time and size are limited.
 */
import { openAgent } from './agent.ts';
import { checkedUrl, type Reach } from './reach.ts';
import { request } from './undici.ts';

const TIMEOUT_MS = 5000;
const BYTES_MAX = 262_144;

type FetchOptions = {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
};

export type GuardedFetch = {
  fetch(url: string, options: FetchOptions): Promise<Response>;
  close(): Promise<void>;
};

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > BYTES_MAX) throw new Error(`The response is larger than ${BYTES_MAX} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** The caller must close it. */
export function openGuardedFetch(reach: Reach): GuardedFetch {
  const dispatcher = openAgent(reach, TIMEOUT_MS);
  return {
    async fetch(url, { method, headers, body }) {
      const answer = await request(checkedUrl(reach, url), {
        dispatcher,
        method: method === 'POST' ? 'POST' : 'GET',
        headers: { ...headers },
        body: body === undefined || body === null ? null : String(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await readText(answer.body);
      const type = answer.headers['content-type'];
      const { statusCode: status } = answer;
      return new Response(text === '' ? null : text, {
        status,
        headers: typeof type === 'string' ? { 'content-type': type } : {},
      });
    },
    close: () => dispatcher.destroy(),
  };
}
