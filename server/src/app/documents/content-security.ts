/**
 * Content security policies of the documents (ADR 0022, 0100). The portal shows payment fields, so it allows only
 * its own files and the company's processor. The staff console allows only its own files.
 */

import type { Origins } from '@quittance/contract/processors/processor-fields';
import type { AnalyticsSettings } from '../../kernel/config.ts';
import { escapeHtml } from '../../kernel/escape-html.ts';

/** Clarity selects its collecting host under its own domain at run time. */
const CLARITY = ['https://*.clarity.ms', 'https://c.bing.com'] as const;

type AnalyticsSources = { scripts: string[]; connections: string[]; images: string[] };

/**
 * Analytics, session recording and pixels on the public pages (R29): the hosts that their content security policy
 * allows, and the settings embedded in the document. Off unless configured. They are never part of the portal
 * document, which shows invoices and card fields (ADR 0022, 0033).
 */
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

const COMMON = [
  "default-src 'none'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
] as const;

function policy(directives: readonly string[]): string {
  return directives.join('; ');
}

/** Elements in the served document, by their hashes, and styles that our scripts add, by a nonce. */
export type InlineSources = {
  scripts: readonly string[];
  styles: readonly string[];
  nonce: string;
};

const styleSources = ({ styles, nonce }: InlineSources) =>
  `style-src 'self'${listed(styles)} 'nonce-${nonce}'`;

const listed = (sources: readonly string[]) => sources.map((source) => ` ${source}`).join('');

/** `analytics` lists the hosts that the configured analytics services need, if any (R29). */
export function publicPolicy(inline: InlineSources, analytics: AnalyticsSources | null): string {
  const { scripts = [], connections = [], images = [] } = analytics ?? {};
  return policy([
    ...COMMON,
    `img-src 'self' data:${listed(images)}`,
    `script-src 'self'${listed(inline.scripts)}${listed(scripts)}`,
    styleSources(inline),
    `connect-src 'self'${listed(connections)}`,
    "form-action 'self'",
  ]);
}

/** A 3-D Secure challenge posts a form into a frame, which requires form-action. */
export function portalPolicy(inline: InlineSources, processor: Origins): string {
  const frames = listed(processor.frames);
  return policy([
    ...COMMON,
    "img-src 'self' data:",
    `script-src 'self'${listed(inline.scripts)}${listed(processor.scripts)}`,
    styleSources(inline),
    `connect-src 'self'${listed(processor.connections)}`,
    `form-action 'self'${frames}`,
    frames ? `frame-src${frames}` : "frame-src 'none'",
  ]);
}

/** The console takes no payments, so it allows no processor scripts, analytics or frames. */
export function deskPolicy(inline: InlineSources): string {
  return policy([
    ...COMMON,
    "img-src 'self' data:",
    `script-src 'self'${listed(inline.scripts)}`,
    styleSources(inline),
    "connect-src 'self'",
    "form-action 'self'",
    "frame-src 'none'",
  ]);
}
