/** Security headers of every response (product §10). The document policies are in content-security.ts. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const TWO_YEARS_S = 63_072_000;

/**
 * Disables browser features that the portal does not use. Wallets are allowed for the portal itself and the
 * processor.
 */
export function permissionsFor(processorOrigins: readonly string[]): string {
  const payers = ['self', ...processorOrigins.map((origin) => `"${origin}"`)].join(' ');
  return [...NOT_NEEDED, `payment=(${payers})`].join(', ');
}

const NOT_NEEDED = [
  'accelerometer=()',
  'camera=()',
  'display-capture=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'usb=()',
];

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

export async function setSecurityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: isHttps ? { maxAge: TWO_YEARS_S, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('permissions-policy')) {
      reply.header('permissions-policy', permissionsFor([]));
    }
    if (!request.url.startsWith('/api')) return;
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', API_POLICY);
    }
  });
}
