/**
 * One exchange with our own server, for the portal and the console: same origin, with a timeout. It never throws:
 * it returns a response or a failure with its kind. After an HTTP error the outcome is known; after a network
 * failure it is not, and payments must distinguish the two (R21, decision 0005).
 */

/** `Problem` is the error body of the API that was called. */
export type Failure<Problem> =
  | { kind: 'http'; status: number; error: Problem }
  | { kind: 'network'; reason: 'unreachable' | 'timeout' }
  | { kind: 'aborted' };

export type Result<Answer, Problem> =
  | { isOk: true; answer: Answer }
  | { isOk: false; failure: Failure<Problem> };

export function isStatus(failure: Failure<unknown> | null | undefined, status: number): boolean {
  return failure?.kind === 'http' && failure.status === status;
}

type Fetch = typeof globalThis.fetch;

type Exchange<Answer, Problem> = {
  url: string;
  /** Built anew for each attempt, because a header may have been renewed. */
  request: () => { method: string; headers: HeadersInit; body?: BodyInit | undefined };
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  shouldRetry?: (response: Response, deadline: Deadline) => Promise<boolean>;
  readAnswer: (response: Response) => Promise<Answer>;
  /** Reads the error in a parsed body. The body is null if it is not ours, such as a proxy's error page. */
  readProblem: (body: unknown) => Problem;
};

export async function exchange<Answer, Problem>(
  fetch: Fetch,
  call: Exchange<Answer, Problem>,
): Promise<Result<Answer, Problem>> {
  const { url, request, timeoutMs, signal, shouldRetry, readAnswer, readProblem } = call;
  const deadline = createDeadline(timeoutMs, signal);
  const send = (): Promise<Response> => {
    const { body, ...init } = request();
    const sent = body === undefined ? init : { ...init, body };
    return fetch(url, { ...sent, cache: 'no-store', signal: deadline.signal });
  };
  try {
    let response = await send();
    if (!response.ok && (await shouldRetry?.(response, deadline))) response = await send();
    if (response.ok) return { isOk: true, answer: await readAnswer(response) };
    const body: unknown = await response.json().catch(() => null);
    return {
      isOk: false,
      failure: { kind: 'http', status: response.status, error: readProblem(body) },
    };
  } catch {
    if (signal?.aborted) return { isOk: false, failure: { kind: 'aborted' } };
    const reason = deadline.signal.aborted ? 'timeout' : 'unreachable';
    return { isOk: false, failure: { kind: 'network', reason } };
  } finally {
    deadline.end();
  }
}

export type Deadline = ReturnType<typeof createDeadline>;

function createDeadline(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = (): void => clearTimeout(timer);
  const start = (): void => {
    timer = setTimeout(abort, timeoutMs);
  };
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  start();
  return {
    signal: controller.signal,
    whenAborted: new Promise((resolve) => controller.signal.addEventListener('abort', resolve)),
    start,
    pause,
    end: (): void => {
      pause();
      signal?.removeEventListener('abort', abort);
    },
  };
}
