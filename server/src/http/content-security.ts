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
    "form-action 'self'",
  ]);
}

/** A challenge of 3-D Secure is opened by posting a form into a frame, hence form-action. */
export function portalPolicy(nonce: string, processorOrigins: readonly string[]): string {
  const processor = processorOrigins.map((origin) => ` ${origin}`).join('');
  return policy([
    ...COMMON,
    `script-src 'self' 'nonce-${nonce}'${processor}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${processor}`,
    `form-action 'self'${processor}`,
    processor ? `frame-src${processor}` : "frame-src 'none'",
  ]);
}
