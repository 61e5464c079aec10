/** Members of a company's staff, their sessions and their invitations (R47, R73 to R75). */
import { z } from 'zod';
import { companyBrandSchema } from '../companies/portal-schemas.ts';
import { instantSchema } from '../dates.ts';
import { plainText } from '../plain-text.ts';
import { STAFF_ROLES, STAFF_SCOPES } from './roles.ts';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
/** Any text: one that is not a valid domain is an unknown company. */
const domainText = z.string().trim().max(64);

export const memberIdSchema = z.uuid().brand<'MemberId'>();
export type MemberId = z.infer<typeof memberIdSchema>;

const staffRoleSchema = z.enum(STAFF_ROLES);

export const signInRequestSchema = z.strictObject({
  domain: domainText,
  email: z.string().trim().max(EMAIL_MAX),
});

/** In the browser that asked, the link or the code is enough; in any other one, both are needed (ADR 0030). */
export const signInProofSchema = z
  .strictObject({
    domain: domainText,
    token: z.string().max(128).optional(),
    code: z.string().trim().max(16).optional(),
  })
  .refine(({ token, code }) => token !== undefined || code !== undefined);

export const deskSessionSchema = z.object({
  member: z.object({
    id: memberIdSchema,
    name: z.string(),
    email: z.string(),
    role: staffRoleSchema,
  }),
  company: companyBrandSchema.extend({ timeZone: z.string() }),
  /** Of the role. `money` and `manage` also need the second factor. */
  scopes: z.array(z.enum(STAFF_SCOPES)),
  /** Until when the passkey that was proved in this session counts (R74); null without one. */
  secondFactorUntil: instantSchema.nullable(),
  passkeyCount: z.int(),
  /** The first passkey can be added until then without signing in again; null once there is one. */
  firstPasskeyUntil: instantSchema.nullable(),
  signedInAt: instantSchema,
  expiresAt: instantSchema,
  isDemo: z.boolean(),
});
export type DeskSession = z.infer<typeof deskSessionSchema>;

/** A browser in which the member is signed in. Null for what its user agent does not tell. */
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

/** `EXPIRED`: the invitation was not accepted within 7 days. */
const MEMBER_STATUSES = ['INVITED', 'EXPIRED', 'ACTIVE'] as const;

export const memberSchema = z.object({
  id: memberIdSchema,
  name: z.string(),
  email: z.string(),
  role: staffRoleSchema,
  status: z.enum(MEMBER_STATUSES),
  createdAt: instantSchema,
  /** Of the newest invitation; null once it was accepted. */
  invitationExpiresAt: instantSchema.nullable(),
  /** To the minute, of all sessions; null for a member who never signed in. */
  lastSeenAt: instantSchema.nullable(),
  passkeyCount: z.int(),
  isYou: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const teamSchema = z.object({
  data: z.array(memberSchema),
  /** Members that were removed, for what they did. */
  former: z.array(z.object({ id: memberIdSchema, name: z.string() })),
});
export type Team = z.infer<typeof teamSchema>;

/** The address of a member who has not accepted yet: the invitation is repeated, with this name and role. */
export const invitationSchema = z.strictObject({
  name: plainText({ max: NAME_MAX }),
  email: z.email().max(EMAIL_MAX),
  role: staffRoleSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const roleChangeSchema = z.strictObject({ role: staffRoleSchema });
