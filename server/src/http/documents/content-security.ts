/**
 * The two documents' content security policies (ADR 0022). The portal shows payment fields, so it
 * allows its own files and the one processor of the one company, and nothing else.
 */
import type { Sources } from './analytics-settings.ts';

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

const listed = (sources: readonly string[]) => sources.map((source) => ` ${source}`).join('');

/** `measured`: whom the operator lets measure the product's own pages, if anybody (R29). */
export function publicPolicy(nonce: string, measured: Sources | null): string {
  const { scripts = [], connections = [], images = [] } = measured ?? {};
  return policy([
    ...COMMON,
    `img-src 'self' data:${listed(images)}`,
    `script-src 'self' 'nonce-${nonce}'${listed(scripts)}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${listed(connections)}`,
    "form-action 'self'",
  ]);
}

/** A challenge of 3-D Secure is opened by posting a form into a frame, hence form-action. */
export function portalPolicy(nonce: string, processorOrigins: readonly string[]): string {
  const processor = listed(processorOrigins);
  return policy([
    ...COMMON,
    "img-src 'self' data:",
    `script-src 'self' 'nonce-${nonce}'${processor}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${processor}`,
    `form-action 'self'${processor}`,
    processor ? `frame-src${processor}` : "frame-src 'none'",
  ]);
}
