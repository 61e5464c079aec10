/**
 * Staff of a company (R47): members, their sessions, emailed sign-ins and passkeys. Names and email addresses are
 * sealed, and an address is looked up by its keyed hash. Only hashes of tokens are stored.
 */
import { STAFF_ROLES, type StaffRole } from '@quittance/contract/identity/roles';
import type { MemberId } from '@quittance/contract/identity/staff';
import type { CompanyId } from '@quittance/contract/ids';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { idColumn, instantColumn, leaseColumn, oneOf, referenceTo } from './columns.ts';
import { companies } from './companies.ts';

export const staffMembers = pgTable(
  'staff_members',
  {
    companyId: idColumn<CompanyId>('company_id')
      .notNull()
      .references(() => companies.companyId),
    id: idColumn<MemberId>('id').notNull(),
    role: text('role').$type<StaffRole>().notNull(),
    /** Kept after a removal, because the audit trail refers to the member. */
    nameSealed: text('name_sealed').notNull(),
    /** Both email columns are null once the member has been removed. */
    emailSealed: text('email_sealed'),
    emailHash: text('email_hash'),
    createdAt: instantColumn('created_at').notNull(),
    /** Expiry of the newest invitation. Null once it has been accepted. */
    invitationExpiresAt: instantColumn('invitation_expires_at'),
    lastSignedInAt: instantColumn('last_signed_in_at'),
    removedAt: instantColumn('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('staff_email_is_unique_in_company').on(table.companyId, table.emailHash),
    check('staff_role_is_known', sql`${table.role} ${oneOf(STAFF_ROLES)}`),
    check(
      'removed_member_has_no_address',
      sql`num_nonnulls(${table.emailSealed}, ${table.emailHash}) = case when ${table.removedAt} is null then 2 else 0 end`,
    ),
    index('staff_members_by_removal')
      .on(table.removedAt)
      .where(sql`${table.removedAt} is not null`),
  ],
);

export const staffSessions = pgTable(
  'staff_sessions',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    memberId: idColumn<MemberId>('member_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    lastSeenAt: instantColumn('last_seen_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    /** Last use of a passkey in this session (R74). */
    secondFactorAt: instantColumn('second_factor_at'),
    /** Hash of the challenge for the next passkey use. Single use. */
    challengeHash: text('challenge_hash'),
    /** Grant of the identity provider that opened the session, which it is asked to confirm (R100). */
    identitySealed: text('identity_sealed'),
    identityCheckAt: instantColumn('identity_check_at'),
    leasedBy: leaseColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('staff_session_token_is_unique').on(table.tokenHash, table.companyId),
    referenceTo(staffMembers, [table.companyId, table.memberId]),
    index('staff_sessions_of_member').on(table.companyId, table.memberId),
    index('staff_sessions_to_check')
      .on(table.identityCheckAt)
      .where(sql`${table.identitySealed} is not null and ${table.revokedAt} is null`),
    index('staff_sessions_by_end').on(sql`coalesce(${table.revokedAt}, ${table.expiresAt})`),
  ],
);

/**
 * An emailed sign-in or invitation: a token for the link and a code to type, each of which works once (ADR 0030).
 */
export const staffSignIns = pgTable(
  'staff_sign_ins',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    memberId: idColumn<MemberId>('member_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Nonce of the browser that requested the email. Null for an invitation, which no browser requests. */
    nonceHash: text('nonce_hash'),
    mailRequestId: idColumn<string>('mail_request_id'),
    codeTries: integer('code_tries').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('staff_sign_in_is_unique').on(table.tokenHash, table.companyId),
    referenceTo(staffMembers, [table.companyId, table.memberId]),
    index('staff_sign_ins_of_request').on(table.companyId, table.mailRequestId),
    index('staff_sign_ins_of_member').on(table.companyId, table.memberId),
    index('staff_sign_ins_by_expiry').on(table.expiresAt),
  ],
);

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    memberId: idColumn<MemberId>('member_id').notNull(),
    nameSealed: text('name_sealed').notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    /** A count that decreases indicates a copy of the passkey. */
    counter: bigint('sign_count', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** Synchronized to the owner's other devices. */
    isBackedUp: boolean('is_backed_up').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
    lastUsedAt: instantColumn('last_used_at'),
    /**
     * Set when the counter went backward, which indicates a second copy of the passkey. A blocked passkey is not
     * accepted.
     */
    blockedAt: instantColumn('blocked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('staff_passkey_is_unique_in_company').on(table.companyId, table.credentialId),
    referenceTo(staffMembers, [table.companyId, table.memberId]),
    index('staff_passkeys_of_member').on(table.companyId, table.memberId),
  ],
);
