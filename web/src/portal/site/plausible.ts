/**
 * Analytics with the Plausible events API: one request per page view, no script and no cookie. Only the path
 * and the user type are sent.
 */
import type { PostEvent } from '../../shared/api/post-event.ts';
import type { AnalyticsConfig } from './analytics-config.ts';

/** The user type of every visitor (product §6). */
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
