/** Staff members, their sessions and their invitations (R47, R73 to R75). */
import { z } from 'zod';
import { companyBrandSchema } from '../companies/portal-schemas.ts';
import { instantSchema } from '../dates.ts';
import { companyDomainSchema } from '../ids.ts';
import { plainText } from '../plain-text.ts';
import { processorSchema } from '../vocabulary.ts';
import { STAFF_ROLES, STAFF_SCOPES } from './roles.ts';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
/** Accepts any text: an invalid domain is treated as an unknown company. */
export const domainText = z.string().trim().max(64);

export const memberIdSchema = z.uuid().brand<'MemberId'>();
export type MemberId = z.infer<typeof memberIdSchema>;

const staffRoleSchema = z.enum(STAFF_ROLES);

export const signInRequestSchema = z.strictObject({
  domain: domainText,
  email: z.string().trim().max(EMAIL_MAX),
});

/**
 * In the browser that requested the sign-in, the link or the code is enough. Any other browser needs both (ADR
 * 0030).
 */
export const signInProofSchema = z
  .strictObject({
    domain: domainText,
    token: z.string().max(128).optional(),
    code: z.string().trim().max(16).optional(),
  })
  .refine(({ token, code }) => token !== undefined || code !== undefined);

/** The first company of an installation, from the operator's link. */
export const setupSchema = z.strictObject({
  token: z.string().max(512),
  name: plainText({ max: NAME_MAX }),
  domain: companyDomainSchema,
  timeZone: z.string().max(64),
  processor: processorSchema,
  owner: z.strictObject({ name: plainText({ max: NAME_MAX }), email: z.email().max(EMAIL_MAX) }),
});

export const deskSessionSchema = z.object({
  member: z.object({
    id: memberIdSchema,
    name: z.string(),
    email: z.string(),
    role: staffRoleSchema,
  }),
  company: companyBrandSchema.extend({ timeZone: z.string() }),
  /** The scopes of the member's role. `money` and `manage` also require the second factor. */
  scopes: z.array(z.enum(STAFF_SCOPES)),
  /** When the second factor of this session expires (R74); null if no passkey was used. */
  secondFactorUntil: instantSchema.nullable(),
  passkeyCount: z.int(),
  /** Until when the first passkey can be added without signing in again; null once the member has a passkey. */
  firstPasskeyUntil: instantSchema.nullable(),
  signedInAt: instantSchema,
  expiresAt: instantSchema,
  isDemo: z.boolean(),
});
export type DeskSession = z.infer<typeof deskSessionSchema>;

/** A browser in which the member is signed in. Fields that the user agent does not reveal are null. */
const staffSessionSchema = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  createdAt: instantSchema,
  lastSeenAt: instantSchema,
  isThisOne: z.boolean(),
});
export type StaffSession = z.infer<typeof staffSessionSchema>;
export const staffSessionsSchema = z.object({ data: z.array(staffSessionSchema) });

/** The sessions of every member, for owners. */
const teamSessionSchema = staffSessionSchema.extend({
  member: z.object({ id: memberIdSchema, name: z.string(), role: staffRoleSchema }),
  address: z.string(),
  /** When the session last proved the second factor; null if never. */
  secondFactorAt: instantSchema.nullable(),
});
export type TeamSession = z.infer<typeof teamSessionSchema>;
export const teamSessionsSchema = z.object({ data: z.array(teamSessionSchema) });

/** `EXPIRED` means that the invitation was not accepted within 7 days. */
const MEMBER_STATUSES = ['INVITED', 'EXPIRED', 'ACTIVE'] as const;

export const memberSchema = z.object({
  id: memberIdSchema,
  name: z.string(),
  email: z.string(),
  role: staffRoleSchema,
  status: z.enum(MEMBER_STATUSES),
  createdAt: instantSchema,
  invitationExpiresAt: instantSchema.nullable(),
  /** The latest activity in any session, to the minute; null if the member never signed in. */
  lastSeenAt: instantSchema.nullable(),
  passkeyCount: z.int(),
  isYou: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const teamSchema = z.object({
  data: z.array(memberSchema),
  /** Removed members, needed to show who performed past actions. */
  former: z.array(z.object({ id: memberIdSchema, name: z.string() })),
});
export type Team = z.infer<typeof teamSchema>;

/** Inviting a member who has not accepted yet sends the invitation again, with the new name and role. */
export const invitationSchema = z.strictObject({
  name: plainText({ max: NAME_MAX }),
  email: z.email().max(EMAIL_MAX),
  role: staffRoleSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const roleChangeSchema = z.strictObject({ role: staffRoleSchema });
