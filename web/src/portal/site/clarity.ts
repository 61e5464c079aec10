/**
 * Session recording with Microsoft Clarity. Its script observes the document until it is unloaded, so it
 * starts only on pages without forms and the document is reloaded on leaving them.
 */
import { type AnalyticsAdapter, USER_TYPE } from './plausible.ts';

type Clarity = ((...order: unknown[]) => void) & { q?: unknown[][] };

declare global {
  interface Window {
    clarity?: Clarity;
  }
}

/** Calls are queued until the script is loaded. */
function queue(): Clarity {
  const clarity: Clarity = (...order) => {
    clarity.q = [...(clarity.q ?? []), order];
  };
  return clarity;
}

export function createClarity(clarityId: string, root: Document = document): AnalyticsAdapter {
  let isStarted = false;
  return {
    pageViewed() {
      if (isStarted) return;
      isStarted = true;
      const clarity = window.clarity ?? queue();
      window.clarity = clarity;
      clarity('consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' });
      clarity('set', 'userType', USER_TYPE);
      const script = root.createElement('script');
      script.async = true;
      script.src = `https://www.clarity.ms/tag/${clarityId}`;
      root.head.append(script);
    },
  };
}
