/**
 * Data that a company owns, by export kind: a table, its dependent rows, and the omitted columns. Every table of a
 * company is listed here or in NOT_EXPORTED.
 */
import type { ExportKind } from '@quittance/contract/exchange/export-schemas';
import type { Column } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { capabilities } from '../../schema/access.ts';
import { planPauses } from '../../schema/arrangement-changes.ts';
import {
  autoPayCharges,
  chargeNotices,
  installments,
  plans,
  schedules,
} from '../../schema/arrangements.ts';
import { attemptParts, requestInvoices } from '../../schema/attempt-parts.ts';
import { companies } from '../../schema/companies.ts';
import { copyContacts } from '../../schema/copy-contacts.ts';
import { contacts, customers, mandates, paymentMethods } from '../../schema/customers.ts';
import { providerEvents, webhookEndpoints } from '../../schema/events.ts';
import { billingChanges } from '../../schema/history.ts';
import { inquiries } from '../../schema/inquiries.ts';
import {
  invoiceAttachments,
  invoiceLines,
  invoices,
  requestOrders,
  requests,
} from '../../schema/invoices.ts';
import { metadata } from '../../schema/metadata.ts';
import { invoiceReminders } from '../../schema/notices.ts';
import { audit } from '../../schema/operations.ts';
import { attemptMoves, attempts, postings } from '../../schema/payments.ts';
import { payoutLines, payouts } from '../../schema/payouts.ts';
import {
  contractDocuments,
  contracts,
  estimates,
  orders,
  projects,
} from '../../schema/projects.ts';
import { apiKeys } from '../../schema/provider.ts';
import { reconciliations } from '../../schema/reconciliations.ts';
import { creditUses, disputes, refunds } from '../../schema/refunds.ts';

export type Part = {
  name: string;
  table: PgTable;
  of: Column;
  orderBy: Column;
};

export type ExportTable = {
  table: PgTable & { companyId: Column };
  /** Unique within the company. Rows are read in its order. */
  key: Column;
  parts?: readonly Part[];
};

/**
 * Secrets and their hashes, digests, encrypted texts, internal columns, copies of other columns, and file contents,
 * which have a separate call.
 */
export const LEFT_OUT: readonly string[] = [
  'tokenHash',
  'keyHash',
  'tokenSealed',
  'orderSealed',
  'secretSealed',
  'oldSecretSealed',
  'oldSecretUntil',
  'identity',
  'hash',
  'addressSalt',
  'addressDigest',
  'schemeReference',
  'processorCustomer',
  'nextCheckAt',
  'checkCount',
  'nextTryAt',
  'leasedBy',
  'chargesClaimedUntil',
  'forgetClaimedUntil',
  'eraseAgainAt',
  'fannedOutTo',
  'customerRefKey',
  'accountRefKey',
  'projectRefKey',
  'orderRefKey',
  'estimateRefKey',
  'contractRefKey',
  'searchText',
  'nameKey',
  'calledKey',
  'valueKey',
  'addressKey',
  'balanceCents',
  'cashCents',
  'feePartCents',
  'urgency',
  'content',
];

export const EXPORTS: Readonly<Record<ExportKind, ExportTable>> = {
  settings: { table: companies, key: companies.companyId },
  customers: {
    table: customers,
    key: customers.id,
    parts: [
      {
        name: 'copyContacts',
        table: copyContacts,
        of: copyContacts.customerId,
        orderBy: copyContacts.createdAt,
      },
    ],
  },
  contacts: { table: contacts, key: contacts.id },
  projects: { table: projects, key: projects.id },
  orders: { table: orders, key: orders.id },
  estimates: { table: estimates, key: estimates.id },
  contracts: {
    table: contracts,
    key: contracts.id,
    parts: [
      {
        name: 'documents',
        table: contractDocuments,
        of: contractDocuments.contractId,
        orderBy: contractDocuments.createdAt,
      },
    ],
  },
  invoices: {
    table: invoices,
    key: invoices.id,
    parts: [
      {
        name: 'lines',
        table: invoiceLines,
        of: invoiceLines.invoiceId,
        orderBy: invoiceLines.position,
      },
      {
        name: 'attachments',
        table: invoiceAttachments,
        of: invoiceAttachments.invoiceId,
        orderBy: invoiceAttachments.createdAt,
      },
      {
        name: 'billingChanges',
        table: billingChanges,
        of: billingChanges.invoiceId,
        orderBy: billingChanges.at,
      },
      {
        name: 'reminders',
        table: invoiceReminders,
        of: invoiceReminders.invoiceId,
        orderBy: invoiceReminders.days,
      },
    ],
  },
  requests: {
    table: requests,
    key: requests.id,
    parts: [
      {
        name: 'orders',
        table: requestOrders,
        of: requestOrders.requestId,
        orderBy: requestOrders.orderId,
      },
      {
        name: 'invoices',
        table: requestInvoices,
        of: requestInvoices.requestId,
        orderBy: requestInvoices.position,
      },
    ],
  },
  links: { table: capabilities, key: capabilities.id },
  methods: { table: paymentMethods, key: paymentMethods.id },
  mandates: { table: mandates, key: mandates.id },
  plans: {
    table: plans,
    key: plans.id,
    parts: [
      {
        name: 'installments',
        table: installments,
        of: installments.planId,
        orderBy: installments.index,
      },
      {
        name: 'pauses',
        table: planPauses,
        of: planPauses.planId,
        orderBy: planPauses.createdAt,
      },
    ],
  },
  schedules: { table: schedules, key: schedules.id },
  'auto-pay-charges': { table: autoPayCharges, key: autoPayCharges.id },
  'charge-notices': { table: chargeNotices, key: chargeNotices.id },
  payments: {
    table: attempts,
    key: attempts.id,
    parts: [
      {
        name: 'timeline',
        table: attemptMoves,
        of: attemptMoves.attemptId,
        orderBy: attemptMoves.id,
      },
      {
        name: 'parts',
        table: attemptParts,
        of: attemptParts.attemptId,
        orderBy: attemptParts.position,
      },
      {
        name: 'usesOfCredit',
        table: creditUses,
        of: creditUses.sourceId,
        orderBy: creditUses.id,
      },
    ],
  },
  refunds: { table: refunds, key: refunds.id },
  inquiries: { table: inquiries, key: inquiries.id },
  disputes: { table: disputes, key: disputes.id },
  postings: { table: postings, key: postings.id },
  reconciliations: { table: reconciliations, key: reconciliations.id },
  payouts: {
    table: payouts,
    key: payouts.id,
    parts: [
      {
        name: 'lines',
        table: payoutLines,
        of: payoutLines.payoutId,
        orderBy: payoutLines.createdAt,
      },
    ],
  },
  events: { table: providerEvents, key: providerEvents.position },
  metadata: { table: metadata, key: metadata.objectId },
  audit: { table: audit, key: audit.id },
  'webhook-endpoints': { table: webhookEndpoints, key: webhookEndpoints.id },
  'api-keys': { table: apiKeys, key: apiKeys.id },
};

export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  audit_heads: 'ends of the chain that the audit trail is',
  balance_changes: 'sums of the invoices, kept for speed',
  bearers: 'tokens of sessions',
  calendar_feeds: 'tokens',
  company_logos: 'a picture that the company gave us; its address is in the settings',
  company_mail_progress: 'which events the company was told of by mail',
  company_notices: 'mails to the company; the events they tell of are exported',
  company_secrets: 'secrets',
  contact_proofs: 'tokens',
  devices: 'browsers that stay signed in',
  dispute_evidence: 'evidence on its way to the processor, deleted when the dispute has ended',
  dispute_files: 'files on their way to the processor, deleted once it has them',
  event_counters: 'numbers that the events have',
  field_sessions: 'tokens',
  import_mappings: 'how files of the company were read; the console shows it',
  import_parts: 'files that the company uploaded, until they are imported',
  import_rows: 'reports of imports for 30 days; what was imported is exported',
  imports: 'progress of imports for 30 days',
  invoice_holds: 'which payment holds an invoice, kept to refuse a second one',
  history_entries: 'told from consents, payments and the audit trail, which are exported',
  history_progress: 'how far the histories are told',
  idempotency_keys: 'hashes of requests',
  latest_reconciliations: 'the newest of the reconciliations, which are exported',
  intents: 'offers to pay that were not used; those that were are payments',
  method_setups: 'the way to a method, which is exported',
  muted_mails: 'preferences of customers; the audit trail says which mail was not sent for them',
  outbox: 'mail and notices on their way',
  payout_differences: 'differences between payouts and payments, both of which are exported',
  payout_reads: 'how far payouts are read',
  passkeys: 'public keys of customers, which sign in here only',
  processor_connections: 'state of the connection to the processor',
  processor_customers: 'what is still to delete at a processor',
  provider_calls: 'answers that were given before',
  saved_views: 'filters of lists that the console shows',
  sessions: 'tokens and devices',
  sign_in_tokens: 'tokens',
  spent_challenges: 'used signatures, for minutes',
  staff_members: 'people who work for the company itself; the console lists them',
  staff_passkeys: 'public keys of their authenticators',
  staff_sessions: 'tokens and devices',
  staff_sign_ins: 'tokens',
  unplaced_charges: 'charges at the processor that wait for a person; assigned, they are payments',
  webhook_deliveries: 'a log of 90 days; the events are exported',
  webhook_events: 'notices of a processor; what they led to is exported',
};
