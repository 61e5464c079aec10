/**
 * Analytics, session recording and pixels on the public pages (R29): the hosts their content policy allows,
 * and the settings embedded in the document. Off unless configured. Never part of the portal document,
 * which shows invoices and card fields (ADR 0022, 0033).
 */
import type { AnalyticsSettings } from '../../kernel/config.ts';
import { escapeHtml } from '../../kernel/escape-html.ts';

/** Clarity chooses its collecting host below its own domain at run time. */
const CLARITY = ['https://*.clarity.ms', 'https://c.bing.com'] as const;

export type AnalyticsSources = { scripts: string[]; connections: string[]; images: string[] };

export function analyticsSources(settings: AnalyticsSettings): AnalyticsSources {
  const { analytics, clarityId, metaPixelId, linkedinPartnerId } = settings;
  const clarity = clarityId ? CLARITY : [];
  return {
    scripts: clarity.slice(0, 1),
    connections: [...(analytics ? [new URL(analytics.url).origin] : []), ...clarity],
    images: [
      ...clarity,
      ...(metaPixelId ? ['https://www.facebook.com'] : []),
      ...(linkedinPartnerId ? ['https://px.ads.linkedin.com'] : []),
    ],
  };
}

export function withAnalyticsSettings(html: string, settings: AnalyticsSettings): string {
  const content = escapeHtml(JSON.stringify(settings));
  return html.replace('</head>', () => `<meta name="measuring" content="${content}" /></head>`);
}
