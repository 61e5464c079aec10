/**
 * Checks whether a request comes from one of the portal's own pages. Browsers attach cookies to cross-site requests
 * too, so a request that is authenticated only by a cookie must be same-origin (R20, R21). Clients other than
 * browsers do not send an origin and are accepted.
 */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns whether the browser opens a page for its user: from one of the portal's own pages, or directly, such as
 * from a bookmark. A link on another site or a request by a script does not count.
 */
export function isOwnNavigation(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-dest': destination = 'document' } = headers;
  return ['none', 'same-origin'].includes(site) && destination === 'document';
}

export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return true;
  if (origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
