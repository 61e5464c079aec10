/**
 * The two documents' content security policies (ADR 0022). The portal shows payment fields, so it
 * allows its own files and the one processor of the one company, and nothing else.
 */
const COMMON = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
] as const;

function policy(directives: readonly string[]): string {
  return directives.join('; ');
}

export function publicPolicy(nonce: string): string {
  return policy([
    ...COMMON,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
  ]);
}

export function portalPolicy(nonce: string, processorOrigin: string | null): string {
  const processor = processorOrigin ? ` ${processorOrigin}` : '';
  return policy([
    ...COMMON,
    `script-src 'self' 'nonce-${nonce}'${processor}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${processor}`,
    processor ? `frame-src${processor}` : "frame-src 'none'",
  ]);
}
