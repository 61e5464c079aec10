/**
 * Every cookie of a payer's browser. The server and the portal set no others, and the privacy policy has a sentence
 * for each.
 */
export const COOKIES = {
  /** The session (R20). */
  session: 'AccessToken',
  /** Identifies the browser that requested a sign-in mail (R19). */
  nonce: 'SignInNonce',
  /** The choice to stay signed in, until the sign-in is complete. */
  keep: 'KeepSignedIn',
  /** A browser that stays signed in (R20). */
  device: 'DeviceToken',
  /** The language last chosen (R50). The only one that scripts can read. */
  language: 'Language',
} as const;

export type CookieRole = keyof typeof COOKIES;
