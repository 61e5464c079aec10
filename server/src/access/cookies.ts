/**
 * The two cookies: one is the session (R20), the other recognises the browser that asked for a sign-in
 * mail (R19). Both are out of reach for scripts and for other sites. `Secure` everywhere but on this
 * machine itself.
 */
export const SESSION_COOKIE = 'AccessToken';
export const NONCE_COOKIE = 'SignInNonce';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The value of a cookie; null when it is missing, and when it is there twice and one is a foreign one. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value ? value : null;
}

export function cookieOptions(publicUrl: string) {
  return {
    httpOnly: true,
    sameSite: 'strict',
    secure: !LOCAL_HOSTS.includes(new URL(publicUrl).hostname),
  } as const;
}
