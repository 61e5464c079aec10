/** Projects with orders and estimates, and contracts. */

import { UPLOAD_BYTES_MAX } from '@quittance/contract/http/files';
import type {
  CompanyId,
  ContractId,
  CustomerId,
  EstimateId,
  OrderId,
  ProjectId,
} from '@quittance/contract/ids';
import { type Cents, ZERO } from '@quittance/contract/money';
import {
  CONTRACT_STATUSES,
  type ContractStatus,
  ESTIMATE_STATUSES,
  type EstimateStatus,
  PROJECT_STATUSES,
  type ProjectStatus,
} from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
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
import { customers } from './customers.ts';

export const projects = pgTable(
  'projects',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<ProjectId>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    projectName: text('project_name').notNull(),
    projectRef: text('project_ref').notNull(),
    projectRefKey: refKeyColumn('project_ref_key'),
    status: text('status').$type<ProjectStatus>().notNull(),
    startedOn: isoDateColumn('started_on').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    unique('project_ref_is_unique_in_company').on(table.companyId, table.projectRefKey),
    check('project_status_is_known', sql`${table.status} ${oneOf(PROJECT_STATUSES)}`),
    index('projects_of_customer').on(table.companyId, table.customerId, table.createdAt, table.id),
    index('projects_by_time').on(table.companyId, table.createdAt, table.id),
  ],
);

export const orders = pgTable(
  'orders',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<OrderId>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    projectId: idColumn<ProjectId>('project_id').notNull(),
    orderRef: text('order_ref').notNull(),
    orderRefKey: refKeyColumn('order_ref_key'),
    name: text('name').notNull(),
    status: text('status').$type<ProjectStatus>().notNull(),
    totalCents: centsColumn('total_cents').notNull(),
    paidCents: centsColumn('paid_cents').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(projects, [table.companyId, table.projectId]),
    check('order_status_is_known', sql`${table.status} ${oneOf(PROJECT_STATUSES)}`),
    check(
      'order_is_paid_within_its_total',
      sql`${table.paidCents} between 0 and ${table.totalCents}`,
    ),
    index('orders_of_project').on(table.companyId, table.projectId, table.orderRefKey),
  ],
);

export type EstimateItem = { name: string; amount: Cents };

export const estimates = pgTable(
  'estimates',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<EstimateId>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    projectId: idColumn<ProjectId>('project_id').notNull(),
    estimateRef: text('estimate_ref').notNull(),
    estimateRefKey: refKeyColumn('estimate_ref_key'),
    memo: text('memo').notNull(),
    status: text('status').$type<EstimateStatus>().notNull(),
    items: jsonb('items').$type<EstimateItem[]>().notNull(),
    totalCents: centsColumn('total_cents').notNull(),
    expiresOn: isoDateColumn('expires_on').notNull(),
    paidCents: centsColumn('paid_cents').notNull().default(ZERO),
    acceptedAt: instantColumn('accepted_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(projects, [table.companyId, table.projectId]),
    check('estimate_status_is_known', sql`${table.status} ${oneOf(ESTIMATE_STATUSES)}`),
    check(
      'estimate_is_paid_within_its_total',
      sql`${table.paidCents} between 0 and ${table.totalCents}`,
    ),
    check('estimate_total_is_positive', sql`${table.totalCents} > 0`),
    index('estimates_of_project').on(table.companyId, table.projectId, table.estimateRefKey),
  ],
);

export const contracts = pgTable(
  'contracts',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<ContractId>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    contractRef: text('contract_ref').notNull(),
    contractRefKey: refKeyColumn('contract_ref_key'),
    typeName: text('type_name').notNull(),
    status: text('status').$type<ContractStatus>().notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    paidCents: centsColumn('paid_cents').notNull(),
    signedOn: isoDateColumn('signed_on').notNull(),
    chargeOffOn: isoDateColumn('charge_off_on'),
    acceleratedOn: isoDateColumn('accelerated_on'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    unique('contract_ref_is_unique_in_company').on(table.companyId, table.contractRefKey),
    check('contract_status_is_known', sql`${table.status} ${oneOf(CONTRACT_STATUSES)}`),
    check(
      'contract_is_paid_within_its_amount',
      sql`${table.paidCents} between 0 and ${table.amountCents}`,
    ),
    index('contracts_of_customer').on(table.companyId, table.customerId, table.createdAt, table.id),
    index('contracts_by_time').on(table.companyId, table.createdAt, table.id),
  ],
);

/** The file that a company added to a contract. Without a row, payers get a page generated from the contract. */
export const contractDocuments = pgTable(
  'contract_documents',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    contractId: idColumn<ContractId>('contract_id').notNull(),
    customerId: ownerColumn(),
    name: text('name').notNull(),
    content: bytesColumn('content').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.contractId] }),
    referenceTo(contracts, [table.companyId, table.contractId]),
    check('contract_document_has_its_size', sql`${table.size} = octet_length(${table.content})`),
    check(
      'contract_document_is_within_the_limit',
      sql`${table.size} between 1 and ${sql.raw(String(UPLOAD_BYTES_MAX))}`,
    ),
  ],
);
