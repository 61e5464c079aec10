/**
 * Where each table is once the database is distributed (ADR 0084). A table with a company is distributed by it, unless it
 * is named here.
 */

/** A copy on every server: every other table refers to it, and a company is found by its domain. */
export const REFERENCE_TABLES = ['companies'] as const;

/** On the coordinator alone. The outbox is a queue that is delivered in one order; the others belong to no company. */
export const LOCAL_TABLES = [
  'outbox',
  'sealing_key_check',
  'limits.code_guesses',
  'limits.counters',
] as const;

/**
 * Announces changes of companies, of which every server has a copy. A commit on several servers takes no notification, so
 * that processes of a distributed database keep no companies in memory.
 */
export const ANNOUNCING_FUNCTION = 'announce_company_change()';

/** Roles in whose names connections to the other servers are opened. */
export const CONNECTING_ROLES = ['quittance_portal', 'quittance_provider'] as const;
