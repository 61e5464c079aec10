/**
 * The location of each table once the database is distributed (ADR 0084). A table with a company column is
 * distributed by company, unless it is listed here.
 */

/** Copied to every server, because every other table references it and a company is looked up by its domain. */
export const REFERENCE_TABLES = ['companies'] as const;

/**
 * Stored only on the coordinator. A transaction that also writes distributed tables commits there first, and a crash
 * in between loses what it wrote here, so these tables have nothing that a payment needs.
 */
export const LOCAL_TABLES = [
  'sealing_key_check',
  'limits.code_guesses',
  'limits.counters',
] as const;

/**
 * Publishes changes to companies, which are copied to every server. A commit on several servers cannot send a
 * notification, so processes of a distributed database do not cache companies in memory.
 */
export const ANNOUNCING_FUNCTION = 'announce_company_change()';

export const CONNECTING_ROLES = ['quittance_portal', 'quittance_provider'] as const;
