/**
 * Marketing pixels of Meta and LinkedIn, as their image variants for pages without scripts: no third-party
 * code runs.
 */

import type { AnalyticsConfig } from './analytics-config.ts';
import type { AnalyticsAdapter } from './plausible.ts';

function addressesOf({ metaPixelId, linkedinPartnerId }: AnalyticsConfig): string[] {
  const meta = `https://www.facebook.com/tr?id=${metaPixelId}&ev=PageView&noscript=1`;
  const linkedin = `https://px.ads.linkedin.com/collect/?pid=${linkedinPartnerId}&fmt=gif`;
  return [...(metaPixelId ? [meta] : []), ...(linkedinPartnerId ? [linkedin] : [])];
}

export function createPixels(
  settings: AnalyticsConfig,
  load = loadPicture,
): AnalyticsAdapter | null {
  const addresses = addressesOf(settings);
  if (addresses.length === 0) return null;
  return { pageViewed: () => addresses.forEach(load) };
}

function loadPicture(address: string): void {
  const picture = new Image(1, 1);
  picture.referrerPolicy = 'no-referrer';
  picture.src = address;
}
