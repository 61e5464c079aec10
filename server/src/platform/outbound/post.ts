/**
 * Sends a body to an address entered by a company. Redirects are not followed, and the response body is not read.
 */
import { openAgent } from './agent.ts';
import { checkedUrl, type Reach, refusalIn } from './reach.ts';
import { request } from './undici.ts';

/** Covers everything from the connection to the last byte of the response. */
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 16_384;

export type PostResult =
  | { status: number; failure: null }
  | { status: null; failure: 'address_refused' | 'no_answer' };

export type Posting = { url: string; headers: Readonly<Record<string, string>>; body: string };

export type Poster = { post(posting: Posting): Promise<PostResult>; close(): Promise<void> };

export function openPoster(reach: Reach, timeoutMs = TIMEOUT_MS): Poster {
  const dispatcher = openAgent(reach, timeoutMs);
  return {
    async post({ url, headers, body }) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const target = checkedUrl(reach, url);
        const sent = { dispatcher, method: 'POST', headers, body, signal } as const;
        const answer = await request(target, sent);
        // The status is known, so the rest of the response does not matter.
        await answer.body.dump({ limit: ANSWER_BYTES_MAX, signal }).catch(() => undefined);
        return { status: answer.statusCode, failure: null };
      } catch (error) {
        return { status: null, failure: refusalIn(error) ? 'address_refused' : 'no_answer' };
      }
    },
    close: () => dispatcher.destroy(),
  };
}
