/**
 * The cookies of a customer's sign-in, and those of staff. All are HttpOnly and SameSite=Strict, and Secure except on
 * localhost.
 */
import { COOKIES } from '@quittance/contract/cookies';

export const SESSION_COOKIE = COOKIES.session;
export const NONCE_COOKIE = COOKIES.nonce;

/**
 * `nonce` identifies the browser that requested the sign-in email, `identity` the one that was sent to the identity
 * provider.
 */
const DESK_COOKIES = {
  session: 'desk',
  nonce: 'desk-nonce',
  identity: 'desk-identity',
} as const;
export type DeskCookie = keyof typeof DESK_COOKIES;

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Returns null if the cookie is missing or sent twice. A duplicate was set by another site. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value ? value : null;
}

const isSecure = (publicUrl: string) => !LOCAL_HOSTS.includes(new URL(publicUrl).hostname);

export function cookieOptions(publicUrl: string) {
  return { httpOnly: true, sameSite: 'strict', secure: isSecure(publicUrl) } as const;
}

/** Browsers accept a `__Host-` cookie only from this host, and refuse the prefix without Secure. */
export function deskCookieName(role: DeskCookie, publicUrl: string): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}${DESK_COOKIES[role]}`;
}
