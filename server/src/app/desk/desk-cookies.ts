/** The staff cookies, which the console's handlers read, set and clear. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  cookieOptions,
  type DeskCookie,
  deskCookieName,
  readCookie,
} from '../../platform/http/cookie-names.ts';

export function readDeskCookie(
  { headers }: FastifyRequest,
  role: DeskCookie,
  publicUrl: string,
): string | null {
  return readCookie(headers.cookie, deskCookieName(role, publicUrl));
}

export function readDeskCookies(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
  const options = { ...cookieOptions(publicUrl), path: '/' };
  const toName = (role: DeskCookie) => deskCookieName(role, publicUrl);
  return {
    read: (role: DeskCookie) => readDeskCookie(request, role, publicUrl),
    set(role: DeskCookie, value: string, maxAgeMs: number): void {
      reply.setCookie(toName(role), value, { ...options, maxAge: maxAgeMs / 1000 });
    },
    clear: (role: DeskCookie) => void reply.clearCookie(toName(role), options),
  };
}

export type DeskCookies = ReturnType<typeof readDeskCookies>;
