/** HTTP as a story's people use it: JSON, with cookies where a browser keeps them. */

export type Answer = { status: number; body: Record<string, unknown>; cookies: string[] };

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
};

export class Refused extends Error {
  override name = 'Refused';
}

/** Whatever the status: a refusal is part of some stories. */
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

/** @throws Refused with what the answer says */
export async function sendOk(
  url: string,
  sent: RequestOptions = {},
): Promise<Record<string, unknown>> {
  const { status, body } = await send(url, sent);
  if (status < 400) return body;
  const why = body['message'] ?? body['title'] ?? JSON.stringify(body);
  throw new Refused(`${new URL(url).pathname} answered ${status}: ${String(why)}`);
}
