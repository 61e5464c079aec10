/**
 * Sends a call and retries it after a lost connection, 429, 502, 503 and 504. Retrying is safe because every call
 * that changes data keeps its idempotency key.
 */
import { NoAnswerError, problemIn } from './problems.ts';

export type Transport = {
  apiKey: string;
  retries: number;
  timeoutMs: number;
  wait(ms: number): Promise<void>;
};

export type SentRequest = {
  url: string;
  method: string;
  idempotencyKey: string | null;
  body: unknown;
  bodyType: string | undefined;
  isFile: boolean;
  signal: AbortSignal | undefined;
};

const RETRIED = [429, 502, 503, 504];
/** Returned for changes made with a key that lacks the scope `read`. */
const NO_CONTENT = 204;
const FIRST_PAUSE_MS = 500;
/** As long as the window of the API's rate limit. */
const PAUSE_MS_MAX = 60_000;

type HttpResponse = {
  kind: 'answer';
  status: number;
  ok: boolean;
  body: unknown;
  retryAfterMs: number;
};
type Lost = { kind: 'lost'; cause: unknown };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function bytesOrJson(body: unknown): Uint8Array<ArrayBuffer> | string {
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

async function attempt(
  { apiKey, timeoutMs }: Transport,
  sent: SentRequest,
): Promise<HttpResponse | Lost> {
  const { url, method, idempotencyKey, body, bodyType, isFile, signal } = sent;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: isFile ? '*/*' : 'application/json',
        ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
        ...(body === undefined ? {} : { 'content-type': bodyType ?? 'application/json' }),
      },
      ...(body === undefined ? {} : { body: bytesOrJson(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    // The connection can also break while the body is being read.
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { status, ok, headers } = response;
    const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1000 || 0;
    const answer = isFile && ok ? bytes : parsed(new TextDecoder().decode(bytes));
    return { kind: 'answer', status, ok, body: answer, retryAfterMs };
  } catch (cause) {
    signal?.throwIfAborted();
    return { kind: 'lost', cause };
  }
}

function isFinal(result: HttpResponse | Lost): result is HttpResponse {
  if (result.kind === 'lost' || RETRIED.includes(result.status)) return false;
  // A successful response without JSON was truncated in transit, unless it is a 204.
  return !result.ok || result.body !== null || result.status === NO_CONTENT;
}

function pauseMs(result: HttpResponse | Lost, tried: number): number {
  const backoffMs = FIRST_PAUSE_MS * 2 ** tried;
  const askedMs = result.kind === 'answer' ? result.retryAfterMs : 0;
  return Math.min(Math.max(backoffMs, askedMs), PAUSE_MS_MAX);
}

function toFailure(
  result: HttpResponse | Lost,
  { method, url, idempotencyKey }: SentRequest,
): Error {
  if (result.kind === 'answer') {
    const problem = problemIn(result.body);
    if (problem) return problem;
  }
  const why =
    result.kind === 'lost' ? 'the connection was lost' : `the answer was ${result.status}`;
  const cause = result.kind === 'lost' ? result.cause : result.body;
  return new NoAnswerError(`${method} ${url}: ${why}`, { idempotencyKey, cause });
}

export async function send(transport: Transport, sent: SentRequest): Promise<unknown> {
  for (let tried = 0; ; tried += 1) {
    const result = await attempt(transport, sent);
    if (isFinal(result) && result.ok) return result.body;
    if (isFinal(result) || tried >= transport.retries) throw toFailure(result, sent);
    await transport.wait(pauseMs(result, tried));
    sent.signal?.throwIfAborted();
  }
}
