/**
 * Who may use the playground: this machine only. The address excludes other machines; host and origin exclude websites
 * that are open in a browser here. The same rules as those of the sandbox's control plane.
 */
import type { IncomingMessage } from 'node:http';

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(host) &&
    (origin === undefined || origin === `http://${host}`)
  );
}

/** The page loads and calls nothing but this server. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;
