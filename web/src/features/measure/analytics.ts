/**
 * Analytics by Plausible's events interface: one request per page, without a script and without a cookie.
 * It is told the path and that a payer was here, and nothing that stands in the address besides.
 */
import type { Measuring } from './settings.ts';

/** Product §6: everybody here is identified as this. */
export const USER_TYPE = 'DEBTOR';

export type Adapter = { pageSeen(pathname: string): void };

type Settings = NonNullable<Measuring['analytics']>;

export function createAnalytics({ url, site }: Settings, fetch: typeof window.fetch): Adapter {
  return {
    pageSeen(pathname) {
      const body = {
        name: 'pageview',
        domain: site,
        url: `${window.location.origin}${pathname}`,
        props: { userType: USER_TYPE },
      };
      // Plain text needs no question beforehand, and an answer is of no use to anybody.
      void fetch(`${url}/api/event`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: JSON.stringify(body),
        keepalive: true,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      }).catch(() => undefined);
    },
  };
}
