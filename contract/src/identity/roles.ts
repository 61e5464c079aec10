/** Staff roles and their permissions (R47). Contains no schemas, so that the browser can import it without zod. */

export const STAFF_ROLES = ['viewer', 'clerk', 'owner'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The scopes of API keys, plus `manage` for the company's team, keys, settings and webhooks. */
export const STAFF_SCOPES = ['read', 'write', 'money', 'manage'] as const;
export type StaffScope = (typeof STAFF_SCOPES)[number];

export const SCOPES_OF_ROLE: Readonly<Record<StaffRole, readonly StaffScope[]>> = {
  viewer: ['read'],
  clerk: ['read', 'write'],
  owner: ['read', 'write', 'money', 'manage'],
};

/**
 * Values of `acr` that assert a second factor by default: the phishing-resistant classes, and the registered name for
 * several factors (RFC 8176).
 */
export const SECOND_FACTOR_CLASSES = ['phr', 'phrh', 'mfa'].join(' ');
