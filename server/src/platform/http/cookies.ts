/** Reads, sets and clears session and sign-in cookies for handlers. */
import { COOKIES, type CookieRole } from '@quittance/contract/cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, readCookie } from './cookie-names.ts';

/** The language is set with the document, where scripts can change it. */
type SignInCookie = Exclude<CookieRole, 'language'>;

export type Cookies = {
  /** Null if the cookie is missing or sent twice. A duplicate was set by another site. */
  session: string | null;
  nonce: string | null;
  device: string | null;
  keep: string | null;
  set(role: SignInCookie, value: string, maxAgeMs: number): void;
  clear(role: SignInCookie): void;
};

type Exchange = { request: FastifyRequest; reply: FastifyReply };

export function toCookies({ request, reply }: Exchange, publicUrl: string): Cookies {
  const { cookie: header } = request.headers;
  const options = { ...cookieOptions(publicUrl), path: '/' };
  return {
    session: readCookie(header, COOKIES.session),
    nonce: readCookie(header, COOKIES.nonce),
    device: readCookie(header, COOKIES.device),
    keep: readCookie(header, COOKIES.keep),
    set(role, value, maxAgeMs) {
      reply.setCookie(COOKIES[role], value, { ...options, maxAge: maxAgeMs / 1000 });
    },
    clear: (role) => void reply.clearCookie(COOKIES[role], options),
  };
}
