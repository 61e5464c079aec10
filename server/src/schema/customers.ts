/** Customers with their contacts, payment methods and mandates. */

import type { Address } from '@quittance/contract/customers/address';
import type { IsoDate } from '@quittance/contract/dates';
import type {
  CompanyId,
  ContactId,
  CustomerId,
  MandateId,
  MethodId,
} from '@quittance/contract/ids';
import type { Language } from '@quittance/contract/language';
import { ZERO } from '@quittance/contract/money';
import {
  ACH_ACCOUNT_TYPES,
  type AchAccountType,
  CHARGE_KINDS,
  type ChargeKind,
  CONTACT_TYPES,
  type ContactType,
  type ProcessorName,
} from '@quittance/contract/vocabulary';
import type { MandatePurpose } from '@quittance/domain/checkout/mandates';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  centsColumn,
  idColumn,
  instantColumn,
  isoDateColumn,
  isProcessorName,
  leaseColumn,
  oneOf,
  ownerColumn,
  plainTextColumn,
  referenceTo,
  refKeyColumn,
} from './columns.ts';
import { companies } from './companies.ts';
import { lastChangeIndex } from './list-indexes.ts';

/** Must match the condition of the index. */
export const HAS_CREDIT = sql`credit_cents > 0`;

export const customers = pgTable(
  'customers',
  {
    companyId: idColumn<CompanyId>('company_id')
      .notNull()
      .references(() => companies.companyId),
    id: idColumn<CustomerId>('id').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    customerRef: text('customer_ref').notNull(),
    customerRefKey: refKeyColumn('customer_ref_key'),
    internalRef: text('internal_ref').notNull(),
    externalRef: text('external_ref'),
    /** Null for a person. */
    businessName: text('business_name'),
    bornOn: isoDateColumn('born_on').$type<IsoDate>(),
    autoPayMethodId: idColumn<MethodId>('auto_pay_method_id'),
    isAutoPayActive: boolean('is_auto_pay_active').notNull().default(false),
    autoPayMandateId: idColumn<MandateId>('auto_pay_mandate_id'),
    autoPaySinceOn: isoDateColumn('auto_pay_since_on'),
    /** Until this time, a process is making the due charges of the customer. */
    chargesClaimedUntil: instantColumn('charges_claimed_until'),
    leasedBy: leaseColumn(),
    address: jsonb('address').$type<Address>(),
    /** Language of pages, emails and documents (R50). Null until the customer or the company has chosen one. */
    language: text('language').$type<Language>(),
    isTest: boolean('is_test').notNull().default(false),
    /** False if the company excluded the customer from reminders. */
    isReminded: boolean('is_reminded').notNull().default(true),
    /** Credit from credit notes that is neither applied nor refunded (R90). */
    creditCents: centsColumn('credit_cents').notNull().default(ZERO),
    /** Set when names, contacts and all other personal data were replaced or deleted (R54). */
    erasedAt: instantColumn('erased_at'),
    /** Set by a restore for a person who was erased after the backup, until the erasure is repeated. */
    eraseAgainAt: instantColumn('erase_again_at'),
    createdAt: instantColumn('created_at').notNull(),
    /** Time of the last change that the company sees. Null if there was none. */
    updatedAt: instantColumn('updated_at'),
    nameKey: plainTextColumn('name_key')
      .generatedAlwaysAs(sql`lower(coalesce(business_name, last_name || ' ' || first_name))`)
      .notNull(),
    calledKey: plainTextColumn('called_key')
      .generatedAlwaysAs(sql`lower(first_name || ' ' || last_name)`)
      .notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('customers_by_name').on(table.companyId, table.nameKey, table.id),
    index('customers_by_called_name').on(table.companyId, table.calledKey),
    index('customers_by_ref').on(
      table.companyId,
      sql`${table.customerRefKey} collate "C"`,
      table.id,
    ),
    index('customers_with_auto_pay')
      .on(table.companyId, table.id)
      .where(sql`${table.isAutoPayActive}`),
    unique('customer_ref_is_unique_in_company').on(table.companyId, table.customerRefKey),
    unique('customer_internal_ref_is_unique_in_company').on(table.companyId, table.internalRef),
    uniqueIndex('customer_external_ref_is_unique_in_company')
      .on(table.companyId, table.externalRef)
      .where(sql`${table.externalRef} is not null`),
    index('customers_to_erase_again')
      .on(table.companyId)
      .where(sql`${table.eraseAgainAt} is not null`),
    index('customers_by_erasure').on(table.erasedAt).where(sql`${table.erasedAt} is not null`),
    index('customers_with_credit').on(table.companyId, table.id).where(HAS_CREDIT),
    check('customer_credit_is_not_negative', sql`${table.creditCents} >= 0`),
    check(
      'erased_customer_is_nobody',
      sql`${table.erasedAt} is null or (${table.firstName} = 'Erased' and ${table.lastName} = 'customer'
        and num_nonnulls(${table.businessName}, ${table.bornOn}, ${table.address}, ${table.language}) = 0
        and not ${table.isAutoPayActive})`,
    ),
    lastChangeIndex('customers_by_last_change', table),
    index('customers_by_time').on(table.companyId, table.createdAt, table.id),
    // A pattern instead of a list, so that adding a language does not need a migration.
    check('customer_language_is_a_code', sql`${table.language} ~ '^[a-z]{2}$'`),
    check(
      'active_auto_pay_names_its_method_and_mandate',
      sql`not ${table.isAutoPayActive} or (${table.autoPayMethodId} is not null and ${table.autoPayMandateId} is not null and ${table.autoPaySinceOn} is not null)`,
    ),
  ],
);

/** Must match the condition of the index. */
export const IS_UNSEEN_BOUNCE = sql`bounced_at is not null and removed_at is null and bounce_acknowledged_at is null`;

export const contacts = pgTable(
  'contacts',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<ContactId>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    type: text('type').$type<ContactType>().notNull(),
    value: text('value').notNull(),
    isPrimary: boolean('is_primary').notNull().default(false),
    isEnabled: boolean('is_enabled').notNull().default(true),
    verifiedAt: instantColumn('verified_at'),
    removedAt: instantColumn('removed_at'),
    removalReason: text('removal_reason'),
    /** Incremented with each new value, so that a proof of an old version does not verify the new value. */
    version: integer('version').notNull().default(1),
    bouncedAt: instantColumn('bounced_at'),
    /** Reset to null by another bounce. */
    bounceAcknowledgedAt: instantColumn('bounce_acknowledged_at'),
    valueKey: plainTextColumn('value_key').generatedAlwaysAs(sql`lower(value)`).notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    check('contact_type_is_known', sql`${table.type} ${oneOf(CONTACT_TYPES)}`),
    index('contacts_of_customer').on(table.companyId, table.customerId),
    index('contacts_by_value').on(table.companyId, table.valueKey),
    index('bounced_contacts_to_see')
      .on(table.companyId, table.bouncedAt, table.id)
      .where(IS_UNSEEN_BOUNCE),
  ],
);

export const METHOD_STATES = ['active', 'disabled', 'removed'] as const;

export const paymentMethods = pgTable(
  'payment_methods',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<MethodId>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    processor: text('processor').$type<ProcessorName>().notNull(),
    kind: text('kind').$type<ChargeKind>().notNull(),
    brand: text('brand'),
    last4: text('last4').notNull(),
    expiresMonth: integer('expires_month'),
    expiresYear: integer('expires_year'),
    /** Null if not known (R45). */
    accountType: text('account_type').$type<AchAccountType>(),
    /** Digest that identifies the card or account (R46). Null if there is not enough information. */
    identity: text('identity'),
    /** The processor's token, sealed. Null once the removed method is forgotten. */
    tokenSealed: text('token_sealed'),
    schemeReference: text('scheme_reference'),
    processorCustomer: text('processor_customer'),
    state: text('state').$type<(typeof METHOD_STATES)[number]>().notNull().default('active'),
    /** True if listed among the customer's methods, false if attached to one invoice only (R18). */
    isSaved: boolean('is_saved').notNull().default(true),
    createdAt: instantColumn('created_at').notNull(),
    removedAt: instantColumn('removed_at'),
    /** Set when the method was deleted at the processor, after its last charge became final. */
    forgottenAt: instantColumn('forgotten_at'),
    /**
     * Set on a row that only stores an old token until it is deleted. Points to the method with the newer token.
     */
    replacedBy: idColumn<MethodId>('replaced_by'),
    /** Until this time, a process is deleting the method at the processor. */
    forgetClaimedUntil: instantColumn('forget_claimed_until'),
    leasedBy: leaseColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    check('method_processor_is_known', sql`${table.processor} ${isProcessorName}`),
    check('method_kind_is_known', sql`${table.kind} ${oneOf(CHARGE_KINDS)}`),
    check('method_state_is_known', sql`${table.state} ${oneOf(METHOD_STATES)}`),
    check('method_account_type_is_known', sql`${table.accountType} ${oneOf(ACH_ACCOUNT_TYPES)}`),
    check(
      'method_with_account_type_is_a_bank_account',
      sql`${table.accountType} is null or ${table.kind} = 'ach'`,
    ),
    check(
      'replaced_method_is_removed',
      sql`${table.replacedBy} is null or ${table.state} = 'removed'`,
    ),
    check(
      'method_has_its_token_until_it_is_forgotten',
      sql`${table.tokenSealed} is not null or ${table.forgottenAt} is not null`,
    ),
    check('method_last4_is_four_digits', sql`${table.last4} ~ '^[0-9]{4}$'`),
    index('methods_of_customer').on(table.companyId, table.customerId),
    index('methods_of_processor_customer')
      .on(table.companyId, table.processorCustomer)
      .where(sql`${table.processorCustomer} is not null`),
    index('active_cards_by_expiry')
      .on(table.companyId, table.expiresYear, table.expiresMonth, table.id)
      .where(sql`${table.state} = 'active' and ${table.expiresYear} is not null`),
    uniqueIndex('a_card_or_account_is_one_method_of_its_customer')
      .on(table.companyId, table.customerId, table.processor, table.identity)
      .where(sql`${table.state} <> 'removed'`),
    index('methods_to_forget')
      .on(table.removedAt)
      .where(sql`${table.state} = 'removed' and ${table.forgottenAt} is null`),
  ],
);

/**
 * Customers whom a processor may know by name, written before the call that may create one there. The row is deleted
 * once the processor has deleted the customer (R54).
 */
export const processorCustomers = pgTable(
  'processor_customers',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    customerId: ownerColumn(),
    processor: text('processor').$type<ProcessorName>().notNull(),
    /** Null while the customer has a method at the processor, and if no call deletes what it stores. */
    forgetAt: instantColumn('forget_at'),
    isKept: boolean('is_kept').notNull().default(false),
    tries: integer('tries').notNull().default(0),
    leasedBy: leaseColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.customerId, table.processor] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    check('customer_processor_is_known', sql`${table.processor} ${isProcessorName}`),
    index('processor_customers_to_forget').on(table.forgetAt),
  ],
);

/** Recorded as evidence of consent, but not interpreted. */
export type ConsentEvidence = { ipAddress: string; userAgent: string; agreedBy?: 'submit' };

export const mandates = pgTable(
  'mandates',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<MandateId>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    /** Null for a single payment with a method that is not saved. */
    methodId: idColumn<MethodId>('method_id'),
    purpose: text('purpose').$type<MandatePurpose>().notNull(),
    kind: text('kind').$type<ChargeKind>().notNull(),
    text: text('text').notNull(),
    textVersion: text('text_version').notNull(),
    capCents: centsColumn('cap_cents').notNull(),
    authorizedFromOn: isoDateColumn('authorised_from_on').notNull(),
    evidence: jsonb('evidence').$type<ConsentEvidence>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(paymentMethods, [table.companyId, table.methodId]),
    check('mandate_cap_is_positive', sql`${table.capCents} > 0`),
    index('mandates_of_customer').on(table.companyId, table.customerId),
  ],
);

export type MethodRow = typeof paymentMethods.$inferSelect;
