/** HTTP client for the characters in a story: JSON, with cookies if the character uses a browser. */

export type Answer = { status: number; body: Record<string, unknown>; cookies: string[] };

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
};

export class Refused extends Error {
  override name = 'Refused';
}

/** Returns the response for any status because some stories include a refusal. */
export async function send(
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  });
  const parsed: unknown = await response.json();
  return {
    status: response.status,
    body: typeof parsed === 'object' && parsed !== null ? { ...parsed } : {},
    cookies: response.headers.getSetCookie(),
  };
}

export async function sendOk(
  url: string,
  sent: RequestOptions = {},
): Promise<Record<string, unknown>> {
  const { status, body } = await send(url, sent);
  if (status < 400) return body;
  const why = body['message'] ?? body['title'] ?? JSON.stringify(body);
  throw new Refused(`${new URL(url).pathname} answered ${status}: ${String(why)}`);
}
