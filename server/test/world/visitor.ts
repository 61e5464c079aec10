/** A browser that calls the portal over HTTP and stores its cookies. */
import { z } from 'zod';

const answerSchema = z.looseObject({
  success: z.boolean(),
  message: z.string().optional(),
  token: z.string().optional(),
  customerId: z.string().optional(),
  domain: z.string().optional(),
  company: z.unknown().optional(),
});

export type VisitorRequest = {
  method?: 'GET' | 'POST';
  body?: unknown;
  headers?: Record<string, string>;
};

export function createVisitor(url: string) {
  const jar = new Map<string, string>();
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Expires=Thu, 01 Jan 1970/.test(line)) jar.delete(name);
    else jar.set(name, value);
  };
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const call = async (
    path: string,
    { method = 'GET', body, headers = {} }: VisitorRequest = {},
  ) => {
    const answer = await fetch(`${url}/api/portal/${path}`, {
      method,
      headers: {
        ...(jar.size > 0 ? { cookie: cookie() } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const setCookies = answer.headers.getSetCookie();
    for (const line of setCookies) keep(line);
    const { status, headers: answered } = answer;
    return { status, setCookies, headers: answered, ...answerSchema.parse(await answer.json()) };
  };
  return {
    jar,
    cookie,
    call,
    askForMail: (domain: string, email: string, id = '-') =>
      call(`debtor/${id}/send-email`, { method: 'POST', body: { email, domain, isLocal: false } }),
    openLink: (token: string, domain?: string) =>
      call(`debtor/auth?${new URLSearchParams({ token, ...(domain ? { domain } : {}) })}`),
    typeCode: (body: { domain: string; code: string; token?: string }) =>
      call('debtor/auth/code', { method: 'POST', body }),
    reload: (domain?: string) => call(`debtor/auth${domain ? `?domain=${domain}` : ''}`),
  };
}
