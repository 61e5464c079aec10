/**
 * Authorizes a socket (R21, ADR 0013): a customer by the cookie of the handshake, the holder of a public link
 * by its token. The customer id that a client sends must match. Returns the rooms; does not join them.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { handshakeSchema } from '@quittance/contract/schemas/realtime';
import { readCookie, SESSION_COOKIE } from '../access/cookies.ts';
import { resolveLink } from '../access/resolve-link.ts';
import { resolveCookie } from '../access/session.ts';
import type { Deps } from '../deps.ts';

export const requestRoom = (requestId: string) => `request:${requestId}`;
export const customerRoom = (customerId: string) => `customer:${customerId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;

export type Admission = {
  rooms: string[];
  /** The room whose sockets are limited; null where there is no limit. */
  countedRoom: string | null;
};

async function byCookie(
  deps: Deps,
  customerId: string,
  headers: IncomingHttpHeaders,
): Promise<Admission | null> {
  const cookie = readCookie(headers.cookie, SESSION_COOKIE);
  const session = cookie ? await resolveCookie(deps, cookie) : null;
  if (session?.customerId !== customerId) return null;
  const countedRoom = sessionRoom(session.id);
  return { rooms: [customerRoom(customerId), countedRoom], countedRoom };
}

export async function admissionFor(
  deps: Deps,
  handshake: { auth: unknown; headers: IncomingHttpHeaders },
): Promise<Admission | null> {
  const parsed = handshakeSchema.safeParse(handshake.auth);
  if (!parsed.success) return null;
  if ('customerId' in parsed.data) {
    return byCookie(deps, parsed.data.customerId, handshake.headers);
  }
  const { link: token, company } = parsed.data;
  const link = await resolveLink(deps, { token, company });
  return link ? { rooms: [requestRoom(link.requestId)], countedRoom: null } : null;
}
