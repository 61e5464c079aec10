/**
 * Checks whether a request comes from one of the portal's own pages. Browsers attach cookies to cross-site requests
 * too, so a request that is authenticated only by a cookie must be same-origin (R20, R21). Clients other than
 * browsers do not send an origin and are accepted.
 */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns whether the browser is opening a page for its user, from one of the portal's own pages or directly, for
 * example from a bookmark. Links on other sites and script requests do not count.
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
