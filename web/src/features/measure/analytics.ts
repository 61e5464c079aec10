/**
 * Analytics by Plausible's events interface: one request per page, without a script and without a cookie.
 * It is told the path and that a payer was here, and nothing that stands in the address besides.
 */
import type { PostEvent } from '../../api/post-event.ts';
import type { Measuring } from './settings.ts';

/** Product §6: everybody here is identified as this. */
export const USER_TYPE = 'DEBTOR';

export type Adapter = { pageSeen(pathname: string): void };

type Settings = NonNullable<Measuring['analytics']>;

export function createAnalytics({ url, site }: Settings, postEvent: PostEvent): Adapter {
  return {
    pageSeen(pathname) {
      postEvent(`${url}/api/event`, {
        name: 'pageview',
        domain: site,
        url: `${window.location.origin}${pathname}`,
        props: { userType: USER_TYPE },
      });
    },
  };
}
