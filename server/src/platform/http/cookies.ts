/** Reads, sets and clears session and sign-in cookies for handlers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  cookieOptions,
  DEVICE_COOKIE,
  KEEP_COOKIE,
  NONCE_COOKIE,
  readCookie,
  SESSION_COOKIE,
} from './cookie-names.ts';

const NAMES = {
  session: SESSION_COOKIE,
  nonce: NONCE_COOKIE,
  device: DEVICE_COOKIE,
  keep: KEEP_COOKIE,
} as const;

export type CookieRole = keyof typeof NAMES;

export type Cookies = {
  /** Null if the cookie is missing or sent twice. A duplicate was set by another site. */
  session: string | null;
  nonce: string | null;
  device: string | null;
  keep: string | null;
  set(role: CookieRole, value: string, maxAgeMs: number): void;
  clear(role: CookieRole): void;
};

type Exchange = { request: FastifyRequest; reply: FastifyReply };

export function toCookies({ request, reply }: Exchange, publicUrl: string): Cookies {
  const { cookie: header } = request.headers;
  const options = { ...cookieOptions(publicUrl), path: '/' };
  return {
    session: readCookie(header, SESSION_COOKIE),
    nonce: readCookie(header, NONCE_COOKIE),
    device: readCookie(header, DEVICE_COOKIE),
    keep: readCookie(header, KEEP_COOKIE),
    set(role, value, maxAgeMs) {
      reply.setCookie(NAMES[role], value, { ...options, maxAge: maxAgeMs / 1000 });
    },
    clear: (role) => void reply.clearCookie(NAMES[role], options),
  };
}
