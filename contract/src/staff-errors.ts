/** Errors shown only to a company's staff, in English (R47, R73 to R75). */
import { accessError, type CatalogEntry, requestError, stateError } from './error-entry.ts';

export const STAFF_ERRORS = {
  ROLE_NOT_ALLOWED: accessError(403, "Your role doesn't allow this. Ask an owner of your team."),
  SECOND_FACTOR_REQUIRED: accessError(403, 'Please confirm with your passkey to continue.'),
  RECENT_SIGN_IN_REQUIRED: accessError(
    403,
    'For your security, please sign in again by email to add your first passkey.',
  ),
  PASSKEY_MISSING: stateError(409, 'Please add a passkey first.'),
  PASSKEY_NOT_VERIFIED: requestError(
    422,
    "This passkey couldn't be verified. Please try again, or use another one.",
  ),
  PASSKEYS_MAX: stateError(409, 'You can have up to 10 passkeys.'),
  LAST_OWNER: stateError(409, 'A team needs at least one owner.'),
  MEMBER_ALREADY_ACTIVE: stateError(409, 'This person is already on your team.'),
  IDENTITY_PROVIDER_UNUSABLE: requestError(
    422,
    "We couldn't reach an identity provider at this address. Check the issuer URL and client ID.",
  ),
  IDENTITY_PROVIDER_REQUIRED: accessError(
    403,
    "Please sign in with your company's identity provider.",
  ),
  IDENTITY_NOT_CONFIRMED: accessError(
    403,
    "Your identity provider didn't confirm who you are. Please try again.",
  ),
  IDENTITY_NOT_ADMITTED: accessError(
    403,
    'Your account at the identity provider has no access here. Ask an owner of your team.',
  ),
  MEMBERS_MAX: stateError(409, 'A team can have up to 500 members.'),
} satisfies Record<string, CatalogEntry>;
