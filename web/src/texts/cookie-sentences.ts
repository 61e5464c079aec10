/** The sentences of the privacy policy about the cookies that the portal sets, each with the cookie's name first. */
import { COOKIES, type CookieRole } from '@quittance/contract/cookies';

export type CookieTexts = Readonly<Record<CookieRole, string>>;

export function cookieSentences(texts: CookieTexts): string[] {
  const roles = Object.keys(COOKIES) as CookieRole[]; // because keys() forgets the union
  return roles.map((role) => `${COOKIES[role]} ${texts[role]}`);
}
