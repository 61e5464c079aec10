/**
 * Authorizes a socket (R21, ADR 0013): a customer by the cookie of the handshake, the holder of a public link
 * by its token. The customer id that a client sends must match. A handshake counts like a call of the API, so
 * that it is no way around the limits. Returns the rooms; does not join them.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { handshakeSchema } from '@quittance/contract/payments/realtime';
import { resolveCookie } from '../../identity/session.ts';
import type { Deps } from '../../kernel/deps.ts';
import { readCookie, SESSION_COOKIE } from '../../platform/http/cookie-names.ts';
import { admitRequest, countResponse } from '../../platform/limits/count-request.ts';
import { PUBLIC_READ, UNKNOWN_LINK, UNKNOWN_SESSION } from '../../platform/limits/route-limits.ts';
import { type PresentedLink, resolveLink } from '../../requests/resolve-link.ts';

export const requestRoom = (requestId: string) => `request:${requestId}`;
export const customerRoom = (customerId: string) => `customer:${customerId}`;
const linkRoom = (linkId: string) => `link:${linkId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;

export type Admission = {
  rooms: string[];
  /** The room whose sockets are limited: of a session, or of a link. */
  countedRoom: string;
};

const NOT_FOUND = 404;

function countedHandshake(clientIp: string) {
  return { clientIp, authorization: '', caller: null, params: {}, query: {}, body: {} };
}

async function byCookie(
  deps: Deps,
  customerId: string,
  { headers, clientIp }: Handshake,
): Promise<Admission | null> {
  const cookie = readCookie(headers.cookie, SESSION_COOKIE);
  const session = cookie ? await resolveCookie(deps, cookie) : null;
  if (session?.customerId !== customerId) {
    await admitRequest(deps, [UNKNOWN_SESSION], countedHandshake(clientIp));
    return null;
  }
  const countedRoom = sessionRoom(session.id);
  return { rooms: [customerRoom(customerId), countedRoom], countedRoom };
}

async function byLink(
  deps: Deps,
  presented: PresentedLink,
  { clientIp }: Handshake,
): Promise<Admission | null> {
  const rules = [PUBLIC_READ, UNKNOWN_LINK];
  const request = countedHandshake(clientIp);
  await admitRequest(deps, rules, request);
  const link = await resolveLink(deps, presented);
  if (!link) {
    await countResponse(deps, { rules, request, status: NOT_FOUND });
    return null;
  }
  const countedRoom = linkRoom(link.linkId);
  return { rooms: [requestRoom(link.requestId), countedRoom], countedRoom };
}

export type Handshake = { auth: unknown; headers: IncomingHttpHeaders; clientIp: string };

export async function admissionFor(deps: Deps, handshake: Handshake): Promise<Admission | null> {
  const parsed = handshakeSchema.safeParse(handshake.auth);
  if (!parsed.success) return null;
  if ('customerId' in parsed.data) return byCookie(deps, parsed.data.customerId, handshake);
  const { link: token, company } = parsed.data;
  return byLink(deps, { token, company }, handshake);
}
