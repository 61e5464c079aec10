/** Invoices and the requests through which they are paid. */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import type {
  CompanyId,
  ContractId,
  CustomerId,
  EstimateId,
  InvoiceId,
  MethodId,
  OrderId,
  ProjectId,
  RequestId,
} from '@quittance/contract/ids';
import {
  ATTACHMENT_TYPES,
  type AttachmentType,
} from '@quittance/contract/invoices/attachment-schemas';
import { INVOICE_GROUPS, type InvoiceGroup } from '@quittance/contract/invoices/invoice-filter';
import { type Cents, ZERO } from '@quittance/contract/money';
import { INVOICE_STATUSES, type InvoiceStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import {
  bigint,
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
  bytesColumn,
  centsColumn,
  idColumn,
  instantColumn,
  isoDateColumn,
  oneOf,
  ownerColumn,
  referenceTo,
  refKeyColumn,
} from './columns.ts';
import { customers, paymentMethods } from './customers.ts';
import { INVOICE_AMOUNTS, invoiceAmountChecks } from './invoice-amounts.ts';
import { invoiceListIndexes } from './list-indexes.ts';
import { contracts, estimates, orders, projects } from './projects.ts';

/** An offer to settle for less, and the amount paid before it (R11). */
export type Negotiation = {
  isActive: boolean;
  isApplied: boolean;
  amountCents: Cents;
  paidBeforeCents: Cents;
  /** Payments made before this time did not earn the waiver (R41). */
  offeredAt?: Instant;
  /** The last day of an offer that was reopened after a returned payment (R41). */
  openUntil?: IsoDate;
};

const DAY_ZERO = sql.raw("date '1970-01-01'");
/** Start of each group in the sort order, a million days apart. */
const URGENCIES = {
  overdue: 0,
  due: 1_000_000,
  inProcess: 2_000_000,
  paid: 4_000_000,
  draft: 5_000_000,
} as const;
const HALF = 500_000;

const literal = (value: number) => sql.raw(String(value));

/**
 * Groups in order: overdue, due, in process, paid, drafts (R35). Within each group, invoices are sorted by due
 * date, paid ones in reverse.
 */
const URGENCY = sql`case
  when status ${oneOf(INVOICE_GROUPS.overdue)} then ${literal(URGENCIES.overdue)}
  when status ${oneOf(INVOICE_GROUPS.open)} then ${literal(URGENCIES.due)}
  when status ${oneOf(INVOICE_GROUPS.paid)} then ${literal(URGENCIES.paid)}
  when status = 'DRAFT' then ${literal(URGENCIES.draft)}
  else ${literal(URGENCIES.inProcess)}
end + case
  when status ${oneOf(INVOICE_GROUPS.paid)} then ${DAY_ZERO} - due_on
  else due_on - ${DAY_ZERO}
end`;

/** The range of each group in the sort order, so that the rest of the list is not read. */
const GROUP_RANGES = {
  outstanding: [URGENCIES.overdue, URGENCIES.inProcess],
  overdue: [URGENCIES.overdue, URGENCIES.overdue],
  open: [URGENCIES.due, URGENCIES.due],
  scheduled: [URGENCIES.inProcess, URGENCIES.inProcess],
  plan: [URGENCIES.inProcess, URGENCIES.inProcess],
  pending: [URGENCIES.inProcess, URGENCIES.inProcess],
  disputed: [URGENCIES.inProcess, URGENCIES.inProcess],
  paid: [URGENCIES.paid, URGENCIES.paid],
} as const satisfies Record<InvoiceGroup, readonly [number, number]>;

export function isInGroup(group: InvoiceGroup) {
  const [first, last] = GROUP_RANGES[group];
  const [from, to] = [literal(first - HALF), literal(last + HALF)];
  return sql`${invoices.status} ${oneOf(INVOICE_GROUPS[group])} and ${invoices.urgency} between ${from} and ${to}`;
}

/** Every overdue invoice has a lower urgency than one due on this day. */
export function urgencyWhenDueOn(day: IsoDate) {
  return sql`${URGENCIES.due}::integer + (${day}::date - ${DAY_ZERO})`;
}

export const invoices = pgTable(
  'invoices',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<InvoiceId>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    projectId: idColumn<ProjectId>('project_id'),
    contractId: idColumn<ContractId>('contract_id'),
    accountRef: text('account_ref').notNull(),
    accountRefKey: refKeyColumn('account_ref_key'),
    internalRef: text('internal_ref').notNull(),
    externalRef: text('external_ref'),
    productName: text('product_name').notNull(),
    description: text('description'),
    poNumber: text('po_number'),
    note: text('note'),
    taxCents: centsColumn('tax_cents').notNull().default(ZERO),
    ...INVOICE_AMOUNTS,
    dueOn: isoDateColumn('due_on').notNull(),
    openedOn: isoDateColumn('opened_on').notNull(),
    status: text('status').$type<InvoiceStatus>().notNull(),
    /** The status that a failed payment restores. */
    statusBefore: text('status_before').$type<InvoiceStatus>(),
    negotiation: jsonb('negotiation').$type<Negotiation>(),
    attachedMethodId: idColumn<MethodId>('attached_method_id'),
    version: integer('version').notNull().default(1),
    /** A voided invoice is hidden from payers and has no payments. */
    voidedAt: instantColumn('voided_at'),
    /**
     * Stays set until the invoice is reopened, even while it is being paid or is paid. A returned payment makes the
     * invoice uncollectible again (R85).
     */
    writtenOffAt: instantColumn('written_off_at'),
    /** When something that had settled the invoice was last taken back. Auto-pay announces its charge again (R103). */
    reopenedAt: instantColumn('reopened_at'),
    createdAt: instantColumn('created_at').notNull(),
    /** Null until the first change. */
    updatedAt: instantColumn('updated_at'),
    /** Lowercased once, when written. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(account_ref || chr(10) || product_name)`,
    ),
    balanceCents: centsColumn('balance_cents')
      .generatedAlwaysAs(sql`total_cents - paid_cents`)
      .notNull(),
    /** Position in the default order of a customer's list (R35), ascending. */
    urgency: integer('urgency').generatedAlwaysAs(URGENCY).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(projects, [table.companyId, table.projectId]),
    referenceTo(contracts, [table.companyId, table.contractId]),
    referenceTo(paymentMethods, [table.companyId, table.attachedMethodId]),
    unique('account_ref_is_unique_in_company').on(table.companyId, table.accountRefKey),
    unique('invoice_internal_ref_is_unique_in_company').on(table.companyId, table.internalRef),
    uniqueIndex('invoice_external_ref_is_unique_in_company')
      .on(table.companyId, table.externalRef)
      .where(sql`${table.externalRef} is not null`),
    check(
      'voided_invoice_is_an_unpaid_draft',
      sql`${table.voidedAt} is null or (${table.status} = 'DRAFT' and ${table.paidCents} = 0)`,
    ),
    check(
      'voided_invoice_has_no_credit_note_that_stands',
      sql`${table.voidedAt} is null or ${table.notedCents} = 0`,
    ),
    index('invoices_by_time').on(table.companyId, table.createdAt, table.id),
    index('invoices_of_customer_by_time').on(
      table.companyId,
      table.customerId,
      table.createdAt,
      table.id,
    ),
    /** Excludes collected invoices, which are most of them and are found by time. */
    index('invoices_by_status')
      .on(table.companyId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'COLLECTED'`),
    ...invoiceListIndexes(table),
    check('invoice_status_is_known', sql`${table.status} ${oneOf(INVOICE_STATUSES)}`),
    ...invoiceAmountChecks(table),
    check(
      'pending_invoice_knows_its_status_before',
      sql`${table.status} <> 'PENDING' or ${table.statusBefore} is not null`,
    ),
    index('invoices_of_customer').on(table.companyId, table.customerId, table.dueOn, table.id),
    /** Matches the sort order of a statement. */
    index('invoices_of_customer_by_opening').on(
      table.companyId,
      table.customerId,
      table.openedOn,
      table.id,
    ),
    index('invoices_by_urgency').on(table.companyId, table.customerId, table.urgency, table.id),
    index('invoices_by_balance').on(
      table.companyId,
      table.customerId,
      sql`(${table.totalCents} - ${table.paidCents})`,
      table.id,
    ),
    index('invoices_by_total').on(table.companyId, table.customerId, table.totalCents),
    /** Searched only by `find_own_invoices`, because row-level security keeps `like` out of index conditions. */
    index('invoices_by_search_text')
      .using('gin', table.companyId, table.customerId, table.searchText.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 256 }),
    index('invoices_of_project')
      .on(table.companyId, table.projectId, table.dueOn, table.id)
      .where(sql`${table.projectId} is not null`),
    index('invoices_with_an_offer')
      .on(table.companyId)
      .where(sql`${table.negotiation} is not null`),
  ],
);

/** The sum of the lines plus tax is the invoice total. An invoice without lines has only a total. */
export const invoiceLines = pgTable(
  'invoice_lines',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    customerId: ownerColumn(),
    position: integer('position').notNull(),
    text: text('text').notNull(),
    /** In thousandths. */
    quantity: bigint('quantity', { mode: 'number' }).notNull(),
    unitPriceCents: centsColumn('unit_price_cents').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    taxCents: centsColumn('tax_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.invoiceId, table.position] }),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    check('invoice_line_has_a_quantity', sql`${table.quantity} > 0 and ${table.taxCents} >= 0`),
  ],
);

export const invoiceAttachments = pgTable(
  'invoice_attachments',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    customerId: ownerColumn(),
    name: text('name').notNull(),
    type: text('type').$type<AttachmentType>().notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    content: bytesColumn('content').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    index('attachments_of_invoice').on(table.companyId, table.invoiceId, table.createdAt, table.id),
    check('attachment_type_is_known', sql`${table.type} ${oneOf(ATTACHMENT_TYPES)}`),
    check('attachment_has_its_size', sql`${table.size} = octet_length(${table.content})`),
    check(
      'attachment_is_within_the_limit',
      sql`${table.size} between 1 and ${sql.raw(String(UPLOAD_BYTES_MAX))}`,
    ),
  ],
);

export const REQUEST_KINDS = ['INVOICE', 'PARTIAL', 'ESTIMATE', 'INVOICES'] as const;

/** The target of a payment: an invoice, a partial request, an estimate or several invoices. */
export const requests = pgTable(
  'requests',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<RequestId>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    kind: text('kind').$type<(typeof REQUEST_KINDS)[number]>().notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id'),
    estimateId: idColumn<EstimateId>('estimate_id'),
    version: integer('version').notNull().default(1),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    referenceTo(estimates, [table.companyId, table.estimateId]),
    unique('one_request_per_invoice').on(table.companyId, table.invoiceId),
    unique('one_request_per_estimate').on(table.companyId, table.estimateId),
    index('partial_requests_of_customer')
      .on(table.companyId, table.customerId, table.createdAt)
      .where(sql`${table.kind} = 'PARTIAL'`),
    /** For retention. Only a few requests are selections of invoices. */
    index('selections_by_time').on(table.createdAt).where(sql`${table.kind} = 'INVOICES'`),
    check('request_kind_is_known', sql`${table.kind} ${oneOf(REQUEST_KINDS)}`),
    check(
      'request_names_what_it_pays',
      sql`(${table.kind} = 'INVOICE') = (${table.invoiceId} is not null) and (${table.kind} = 'ESTIMATE') = (${table.estimateId} is not null)`,
    ),
  ],
);

export const requestOrders = pgTable(
  'request_orders',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    requestId: idColumn<RequestId>('request_id').notNull(),
    orderId: idColumn<OrderId>('order_id').notNull(),
    customerId: ownerColumn(),
    amountCents: centsColumn('amount_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.requestId, table.orderId] }),
    referenceTo(requests, [table.companyId, table.requestId]),
    referenceTo(orders, [table.companyId, table.orderId]),
    check('requested_amount_is_positive', sql`${table.amountCents} > 0`),
  ],
);

export type InvoiceRow = typeof invoices.$inferSelect;
