/** Companies, their logos and their sealed secrets. The portal's database role cannot read the table of secrets. */

import type { BrandPalette } from '@quittance/contract/companies/brand-palette';
import type { ChargeRules } from '@quittance/contract/companies/charge-rules';
import type { JournalAccounts } from '@quittance/contract/companies/journal-account-schemas';
import type { NoticeSettings } from '@quittance/contract/companies/notice-schemas';
import type {
  CompanyRules,
  FeeSettings,
  Preference,
  ProcessorData,
} from '@quittance/contract/companies/portal-schemas';
import { SHORTFALL_MAX } from '@quittance/contract/companies/provider-schemas';
import {
  CONNECTION_PROBLEMS,
  type ConnectionProblem,
} from '@quittance/contract/companies/settings-schemas';
import type { CompanyDomain, CompanyId } from '@quittance/contract/ids';
import type { MailText } from '@quittance/contract/requests/mail-text-schemas';
import type { ReminderSettings } from '@quittance/contract/requests/reminder-schemas';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  bytesColumn,
  centsColumn,
  idColumn,
  instantColumn,
  isProcessorName,
  leaseColumn,
  oneOf,
} from './columns.ts';

/**
 * Settings of emails to customers. Those saved before there were texts of single reminders have none. `mails` has the
 * company's own texts by kind and language.
 */
type StoredReminders = Omit<ReminderSettings, 'texts'> &
  Partial<Pick<ReminderSettings, 'texts'>> & { mails?: Readonly<Record<string, MailText>> };

export const companies = pgTable(
  'companies',
  {
    companyId: idColumn<CompanyId>('company_id').primaryKey(),
    domain: text('domain').$type<CompanyDomain>().notNull(),
    name: text('name').notNull(),
    dba: text('dba'),
    legalName: text('legal_name'),
    /** The https address from which the logo is fetched once (R52). It is never sent to the browser. */
    logoUrl: text('logo_url'),
    logoVersion: text('logo_version'),
    address: text('address'),
    /** Contact for payers with questions, shown on pages, in emails and on receipts. */
    supportEmail: text('support_email'),
    supportPhone: text('support_phone'),
    mainColor: text('main_color').notNull(),
    secondaryColor: text('secondary_color').notNull(),
    /** Computed from the two colors when the brand is saved. Null in rows older than this column. */
    palette: jsonb('palette').$type<BrandPalette>(),
    processor: text('processor').$type<ProcessorName>().notNull(),
    processorData: jsonb('processor_data').$type<ProcessorData>().notNull(),
    stripeId: text('stripe_id'),
    rules: jsonb('rules').$type<CompanyRules>().notNull(),
    feeSettings: jsonb('fee_settings').$type<FeeSettings>().notNull(),
    isFeePayerCompany: boolean('is_fee_payer_company').notNull(),
    preference: jsonb('preference').$type<Preference>().notNull(),
    /** If null, the defaults apply. */
    chargeRules: jsonb('charge_rules').$type<ChargeRules>(),
    /** Account names in the journal that differ from the usual ones (R92). */
    journalAccounts: jsonb('journal_accounts').$type<Partial<JournalAccounts>>(),
    /** If null, customers are not reminded and emails have the standard texts. */
    reminders: jsonb('reminders').$type<StoredReminders>(),
    /** Null if the company has not configured its email notices. */
    notices: jsonb('notices').$type<NoticeSettings>(),
    timeZone: text('time_zone').notNull().default('America/New_York'),
    /** Credit of customers is applied to their oldest due invoice without a decision (R90). */
    isCreditApplied: boolean('is_credit_applied').notNull().default(false),
    /** Staff may keep the fee of a payment when they refund it (R104). */
    isFeeKeepable: boolean('is_fee_keepable').notNull().default(false),
    /** The largest balance that is written off with a payment that is too small (R101). */
    shortfallMax: centsColumn('shortfall_max_cents').notNull().default(SHORTFALL_MAX),
    /** The email of an invoice has its PDF. */
    isInvoiceAttached: boolean('is_invoice_attached').notNull().default(false),
    /** Ranges from which staff may use the console. Empty: any address. */
    staffNetworks: text('staff_networks').array().notNull().default([]),
    isDemo: boolean('is_demo').notNull().default(false),
    /**
     * Set by a restore. Jobs do not charge or refund anything until our records are compared with the processor's
     * (ADR 0082).
     */
    chargesHeldSince: instantColumn('charges_held_since'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('company_domain_is_unique').on(sql`lower(${table.domain})`),
    check('company_processor_is_known', sql`${table.processor} ${isProcessorName}`),
    check(
      'company_colors_are_hex',
      sql`${table.mainColor} ~ '^#[0-9a-fA-F]{6}$' and ${table.secondaryColor} ~ '^#[0-9a-fA-F]{6}$'`,
    ),
    check('shortfall_is_not_negative', sql`${table.shortfallMax} >= 0`),
    check(
      'card_fee_is_at_most_4_percent',
      sql`(${table.feeSettings} ->> 'card')::int between 0 and 400`,
    ),
  ],
);

/**
 * The logo as PNG in the sizes shown (R52): `wide` keeps its proportions, `icon` is a square. A failed fetch is
 * recorded and leaves an earlier logo in place.
 */
export const companyLogos = pgTable(
  'company_logos',
  {
    companyId: idColumn<CompanyId>('company_id')
      .primaryKey()
      .references(() => companies.companyId),
    /** The last address that was fetched, or null for an uploaded logo. */
    triedUrl: text('tried_url'),
    failure: text('failure'),
    wide: bytesColumn('wide'),
    wideWidth: integer('wide_width'),
    wideHeight: integer('wide_height'),
    icon: bytesColumn('icon'),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    check(
      'logo_has_every_size_or_none',
      sql`num_nonnulls(${table.wide}, ${table.wideWidth}, ${table.wideHeight}, ${table.icon}) in (0, 4)`,
    ),
  ],
);

/**
 * The connection to the company's processor account, checked regularly. Separate from the company, because a changed
 * company is announced to every process.
 */
export const processorConnections = pgTable(
  'processor_connections',
  {
    companyId: idColumn<CompanyId>('company_id')
      .primaryKey()
      .references(() => companies.companyId),
    checkedAt: instantColumn('checked_at'),
    problem: text('problem').$type<ConnectionProblem>(),
    problemSince: instantColumn('problem_since'),
    detail: text('detail'),
    lastEventAt: instantColumn('last_event_at'),
    /** Events since the last verified one whose signature could not be verified. */
    refusedEvents: integer('refused_events').notNull().default(0),
    /** Time of the next check or, while the row is leased, the end of the lease. */
    checkAt: instantColumn('check_at').notNull(),
    leasedBy: leaseColumn(),
  },
  (table) => [
    check('connection_problem_is_known', sql`${table.problem} ${oneOf(CONNECTION_PROBLEMS)}`),
    check(
      'connection_problem_has_its_time',
      sql`(${table.problem} is null) = (${table.problemSince} is null)`,
    ),
    index('connections_to_check').on(table.checkAt),
    index('broken_connections').on(table.companyId).where(sql`${table.problem} is not null`),
  ],
);

/** Sealed with a key that is not in the database (ADR 0020). */
export const companySecrets = pgTable('company_secrets', {
  companyId: idColumn<CompanyId>('company_id')
    .primaryKey()
    .references(() => companies.companyId),
  /** Null until the company has entered the keys of its processor account. */
  processorKeySealed: text('processor_key_sealed'),
  webhookSecretSealed: text('webhook_secret_sealed'),
  /** Key of the hashes used to look up staff email addresses. Null until there are any (ADR 0099). */
  lookupKeySealed: text('lookup_key_sealed'),
  /** Settings and client secret of the staff's identity provider (R100), as JSON. Null if there is none. */
  identityProviderSealed: text('identity_provider_sealed'),
});
