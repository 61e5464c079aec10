/** For tests only: a `fetch` that responds from a table, so that all code above it is real. */

type SentRequest = { method: string; path: string; headers: Headers; body: unknown };
type Answer = { status?: number; body: unknown };
type Handler = Answer | ((sent: SentRequest) => Answer | Promise<Answer>);

export type FakeNetwork = {
  fetch: typeof globalThis.fetch;
  sent: SentRequest[];
  /** Registers a handler for requests with this prefix ('GET /api/portal/…'). The newest match wins. */
  answer: (request: string, handler: Handler) => void;
  /** While the network is cut, requests are recorded and fail without a response. */
  cut: (isCut: boolean) => void;
};

function untilAborted(init: RequestInit | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(new DOMException('Aborted', 'AbortError'));
    init?.signal?.addEventListener('abort', abort, { once: true });
  });
}

export function createFakeNetwork(): FakeNetwork {
  const handlers: { request: string; handler: Handler }[] = [];
  const sent: SentRequest[] = [];
  let isCut = false;
  return {
    sent,
    answer: (request, handler) => handlers.unshift({ request, handler }),
    cut: (next) => {
      isCut = next;
    },
    fetch: async (input, init) => {
      const method = init?.method ?? 'GET';
      const path = String(input);
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const request = { method, path, headers: new Headers(init?.headers), body };
      sent.push(request);
      if (isCut) throw new TypeError('Failed to fetch');
      const found = handlers.find((entry) => `${method} ${path}`.startsWith(entry.request));
      if (!found) return Response.json({ success: false, message: 'NOT_FOUND' }, { status: 404 });
      const { handler } = found;
      const answer = typeof handler === 'function' ? handler(request) : handler;
      const { body: answered, status = 200 } = await Promise.race([answer, untilAborted(init)]);
      init?.signal?.throwIfAborted();
      return Response.json(answered, { status });
    },
  };
}
