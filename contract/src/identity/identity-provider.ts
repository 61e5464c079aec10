/** Sign-in of staff with the company's own identity provider, by OpenID Connect (R100). */
import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import { SECOND_FACTOR_CLASSES } from './roles.ts';
import { domainText } from './staff.ts';

const roleValue = z.string().trim().max(200);

const identityProviderSchema = z.strictObject({
  /** On the button of the sign-in page: "Continue with Okta". */
  label: plainText({ max: 40 }),
  /** The configuration is read from `{issuer}/.well-known/openid-configuration`. */
  issuer: z.url({ protocol: /^https?$/ }).max(500),
  clientId: z.string().trim().min(1).max(300),
  /** Whether only owners can also sign in by email. */
  isRequired: z.boolean(),
  /** The claim with the member's role, such as `groups` or `realm_access.roles`. Empty: roles are given here. */
  roleClaim: z.string().trim().max(200),
  /** The value of the claim that gives a role. Empty: none. */
  roleValues: z.strictObject({ owner: roleValue, clerk: roleValue, viewer: roleValue }),
  /** Whether a second factor that the provider asserts counts as the passkey does (R74). */
  isSecondFactorTrusted: z.boolean(),
  /** Values of `acr` that assert a second factor, separated by spaces. */
  secondFactorClasses: z.string().trim().max(300).default(SECOND_FACTOR_CLASSES),
});
export type IdentityProvider = z.infer<typeof identityProviderSchema>;

/** Null keeps the stored secret, which works only for the issuer and client it was entered for. */
export const identityProviderChangeSchema = identityProviderSchema.extend({
  clientSecret: z.string().trim().min(1).max(500).nullable(),
});

export const storedIdentityProviderSchema = identityProviderSchema.extend({
  clientSecret: z.string(),
});

export const identityProviderStateSchema = z.object({
  provider: identityProviderSchema.nullable(),
  /** To be entered at the provider. */
  redirectUri: z.string(),
});

export const identitySignInSchema = z.strictObject({ domain: domainText });

/** The query with which the provider sent the browser back. */
export const identityProofSchema = z.strictObject({
  domain: domainText,
  response: z.string().max(4096),
});
