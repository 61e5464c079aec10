/**
 * Analytics by Plausible's events interface: one request per page, without a script and without a cookie.
 * It is told the path and that a payer was here, and nothing that stands in the address besides.
 */
import type { PostEvent } from '../../api/post-event.ts';
import type { AnalyticsConfig } from './analytics-config.ts';

/** Product §6: everybody here is identified as this. */
export const USER_TYPE = 'DEBTOR';

export type AnalyticsAdapter = { pageViewed(pathname: string): void };

type Settings = NonNullable<AnalyticsConfig['analytics']>;

export function createPlausible({ url, site }: Settings, postEvent: PostEvent): AnalyticsAdapter {
  return {
    pageViewed(pathname) {
      postEvent(`${url}/api/event`, {
        name: 'pageview',
        domain: site,
        url: `${window.location.origin}${pathname}`,
        props: { userType: USER_TYPE },
      });
    },
  };
}
