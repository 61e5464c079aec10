/**
 * Roles of a company's staff and their permissions (R47). It contains no schema, so that the browser imports it
 * without zod.
 */

export const STAFF_ROLES = ['viewer', 'clerk', 'owner'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The scopes of API keys, and `manage`: the team, keys, settings and webhooks of the company. */
export const STAFF_SCOPES = ['read', 'write', 'money', 'manage'] as const;
export type StaffScope = (typeof STAFF_SCOPES)[number];

export const SCOPES_OF_ROLE: Readonly<Record<StaffRole, readonly StaffScope[]>> = {
  viewer: ['read'],
  clerk: ['read', 'write'],
  owner: ['read', 'write', 'money', 'manage'],
};
