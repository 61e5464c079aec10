/**
 * Session recording by Microsoft Clarity: its own script, which then watches the document for as long as
 * it lives. So it is started on pages without forms only, and a document it watches is left by loading
 * the next one anew.
 */
import { type AnalyticsAdapter, USER_TYPE } from './plausible.ts';

type Clarity = ((...order: unknown[]) => void) & { q?: unknown[][] };

declare global {
  interface Window {
    clarity?: Clarity;
  }
}

/** Orders wait in a queue until the script has come. */
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
