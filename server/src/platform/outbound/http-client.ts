/**
 * The HTTP client for processors, with explicit timeouts and without retries. Failures are classified by whether
 * the request may have reached the processor.
 */
import type { Dispatcher } from 'undici';
import { waitAtMost } from '../../kernel/clock.ts';
import { Agent, request } from './undici.ts';

const CONNECT_TIMEOUT_MS = 2000;
const TOTAL_TIMEOUT_MS = 20_000;

/** Connection errors that occur before anything is sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The request cannot have been received. */
export class NeverSent extends Error {
  override name = 'NeverSent';
}

/** The request may have been received and carried out. */
export class AnswerLost extends Error {
  override name = 'AnswerLost';
}

export type HttpAnswer = {
  status: number;
  body: string;
  /** From the header Retry-After: how long the server wants no further calls. */
  retryAfterMs?: number;
};

export type HttpCall = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
};

export type HttpClient = { call(call: HttpCall): Promise<HttpAnswer>; close(): Promise<void> };

function toCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** Processors send seconds. The other form of the header, a date, is ignored. */
function toRetryAfterMs(header: string | string[] | undefined): number | null {
  const [text = ''] = [header ?? []].flat();
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) * 1000 : null;
}

async function exchange(dispatcher: Dispatcher, call: HttpCall): Promise<HttpAnswer> {
  const answer = await request(call.url, {
    dispatcher,
    method: call.method,
    headers: { ...call.headers },
    body: call.body ?? null,
    signal: AbortSignal.timeout(TOTAL_TIMEOUT_MS),
  });
  const retryAfterMs = toRetryAfterMs(answer.headers['retry-after']);
  return {
    status: answer.statusCode,
    body: await answer.body.text(),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  };
}

/** Keep-alive is short, so that a charge is not sent on a socket that the processor has just closed. */
export function createHttpClient(): HttpClient {
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: TOTAL_TIMEOUT_MS,
    bodyTimeout: TOTAL_TIMEOUT_MS,
    keepAliveTimeout: 2000,
    keepAliveMaxTimeout: 2000,
    pipelining: 1,
  });
  return {
    async call(call) {
      try {
        return await exchange(dispatcher, call);
      } catch (error) {
        const code = toCode(error);
        if (NEVER_CONNECTED.has(code)) throw new NeverSent(code, { cause: error });
        throw new AnswerLost(code, { cause: error });
      }
    },
    async close() {
      await waitAtMost(TOTAL_TIMEOUT_MS, dispatcher.close());
    },
  };
}
