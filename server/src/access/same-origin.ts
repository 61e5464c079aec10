/**
 * Whether a request comes from a page of our own. A cookie travels with whatever a browser sends, so
 * where a cookie alone counts, the page must be ours (R20, R21). Callers that are no browser name no
 * page, and have to have the cookie itself.
 */
import type { IncomingHttpHeaders } from 'node:http';

export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return true;
  if (origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
