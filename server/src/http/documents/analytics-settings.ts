/**
 * Analytics, session recording and pixels on the product's own pages (R29): which hosts their policy then
 * names, and the settings the document carries for the browser. Off unless configured; nothing of it is
 * ever part of the portal, where debts and card fields are shown (ADR 0022, 0033).
 */
import type { MeasuringSettings } from '../../config.ts';

/** Clarity collects by hosts below its own, which it names itself. */
const CLARITY = ['https://*.clarity.ms', 'https://c.bing.com'] as const;

export type Sources = { scripts: string[]; connections: string[]; images: string[] };

export function sourcesOf(settings: MeasuringSettings): Sources {
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

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

export function withSettings(html: string, settings: MeasuringSettings): string {
  const content = escapeAttribute(JSON.stringify(settings));
  return html.replace('</head>', () => `<meta name="measuring" content="${content}" /></head>`);
}
