/** Arrangements for later charges: scheduled payments, payment plans and auto-pay. */
import type {
  CompanyId,
  CustomerId,
  InvoiceId,
  MandateId,
  MethodId,
} from '@quittance/contract/ids';
import { INSTALLMENT_STATUSES, type InstallmentStatus } from '@quittance/contract/vocabulary';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  type PgColumn,
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
  oneOf,
  ownerColumn,
  referenceTo,
} from './columns.ts';
import { customers, mandates, paymentMethods } from './customers.ts';
import { invoices } from './invoices.ts';

const arrangement = {
  companyId: idColumn<CompanyId>('company_id').notNull(),
  customerId: idColumn<CustomerId>('customer_id').notNull(),
  invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
  mandateId: idColumn<MandateId>('mandate_id').notNull(),
  createdAt: instantColumn('created_at').notNull(),
};

/**
 * R15: the number of attempts, and the date of the next one. It is the agreed date, or a later one after a failure.
 * The date is a column, because Postgres estimates the number of due rows from column values (ADR 0050).
 */
function retrying(agreedDay: 'due_on' | 'charge_on') {
  return {
    tries: integer('tries').notNull().default(0),
    nextTryOn: isoDateColumn('next_try_on'),
    attemptOn: isoDateColumn('attempt_on')
      .generatedAlwaysAs(sql.raw(`coalesce(next_try_on, ${agreedDay})`))
      .notNull(),
  };
}

/**
 * The payer's changes to a charge (ADR 0092): the original agreed date, from which the window is counted, and the
 * number of skips.
 */
const changedByPayer = {
  movedFromOn: isoDateColumn('moved_from_on'),
  skips: integer('skips').notNull().default(0),
};

/**
 * R37: an arrangement without a method cannot be charged. These columns store when the suspension started and when
 * the customer was reminded.
 */
const suspension = {
  suspendedAt: instantColumn('suspended_at'),
  remindedAt: instantColumn('reminded_at'),
};

function hasSuspensionTime(table: { state: PgColumn; suspendedAt: PgColumn }) {
  return sql`${table.state} <> 'SUSPENDED' or ${table.suspendedAt} is not null`;
}

export const SCHEDULE_STATES = ['LIVE', 'DONE', 'CANCELED', 'SUSPENDED', 'GAVE_UP'] as const;

export const schedules = pgTable(
  'schedules',
  {
    ...arrangement,
    id: idColumn<string>('id').notNull(),
    methodId: idColumn<MethodId>('method_id').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    feeCents: centsColumn('fee_cents').notNull(),
    chargeOn: isoDateColumn('charge_on').notNull(),
    ...retrying('charge_on'),
    ...changedByPayer,
    state: text('state').$type<(typeof SCHEDULE_STATES)[number]>().notNull(),
    ...suspension,
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(paymentMethods, [table.companyId, table.methodId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    referenceTo(mandates, [table.companyId, table.mandateId]),
    check('schedule_state_is_known', sql`${table.state} ${oneOf(SCHEDULE_STATES)}`),
    check('suspended_schedule_has_its_time', hasSuspensionTime(table)),
    check('schedule_amount_is_positive', sql`${table.amountCents} > 0 and ${table.feeCents} >= 0`),
    uniqueIndex('one_live_schedule_per_invoice')
      .on(table.companyId, table.invoiceId)
      .where(sql`${table.state} in ('LIVE', 'SUSPENDED')`),
    index('shown_schedules_of_customer')
      .on(table.companyId, table.customerId)
      .where(sql`${table.state} in ('LIVE', 'SUSPENDED')`),
    index('schedules_by_time').on(table.companyId, table.createdAt, table.id),
    index('schedules_by_state').on(table.companyId, table.state, table.createdAt, table.id),
    index('schedules_of_customer').on(table.companyId, table.customerId, table.createdAt, table.id),
    index('suspended_schedules')
      .on(table.companyId, table.suspendedAt, table.id)
      .where(sql`${table.state} = 'SUSPENDED'`),
    index('due_schedules').on(table.companyId, table.attemptOn).where(sql`${table.state} = 'LIVE'`),
  ],
);

export const PLAN_STATES = ['LIVE', 'PAID_OFF', 'CANCELED', 'SUSPENDED', 'DEFAULTED'] as const;

export const plans = pgTable(
  'plans',
  {
    ...arrangement,
    id: idColumn<string>('id').notNull(),
    /** Null until the first payment has saved a method. A plan without a method charges nothing. */
    methodId: idColumn<MethodId>('method_id'),
    amountCents: centsColumn('amount_cents').notNull(),
    feeCents: centsColumn('fee_cents').notNull(),
    count: integer('count').notNull(),
    anchorOn: isoDateColumn('anchor_on').notNull(),
    state: text('state').$type<(typeof PLAN_STATES)[number]>().notNull(),
    ...suspension,
    /** The last date if the payer has changed the dates (ADR 0092). Null while the dates follow from the anchor. */
    endsOn: isoDateColumn('ends_on'),
    /** The day of the month chosen by the payer. Null means the anchor's day. */
    dayOfMonth: integer('day_of_month'),
    skips: integer('skips').notNull().default(0),
    dayChanges: integer('day_changes').notNull().default(0),
    pauses: integer('pauses').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(paymentMethods, [table.companyId, table.methodId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    referenceTo(mandates, [table.companyId, table.mandateId]),
    check('plan_state_is_known', sql`${table.state} ${oneOf(PLAN_STATES)}`),
    check('suspended_plan_has_its_time', hasSuspensionTime(table)),
    check('plan_has_2_to_12_parts', sql`${table.count} between 2 and 12`),
    index('plans_by_time').on(table.companyId, table.createdAt, table.id),
    index('plans_by_state').on(table.companyId, table.state, table.createdAt, table.id),
    index('plans_of_customer').on(table.companyId, table.customerId, table.createdAt, table.id),
    index('suspended_plans')
      .on(table.companyId, table.suspendedAt, table.id)
      .where(sql`${table.state} = 'SUSPENDED'`),
    index('plans_of_invoice').on(table.companyId, table.invoiceId),
    index('shown_plans_of_customer')
      .on(table.companyId, table.customerId)
      .where(sql`${table.state} in ('LIVE', 'SUSPENDED', 'PAID_OFF')`),
    uniqueIndex('one_live_plan_per_invoice')
      .on(table.companyId, table.invoiceId)
      .where(sql`${table.state} in ('LIVE', 'SUSPENDED')`),
  ],
);

export const installments = pgTable(
  'installments',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    planId: idColumn<string>('plan_id').notNull(),
    customerId: ownerColumn(),
    index: integer('index').notNull(),
    dueOn: isoDateColumn('due_on').notNull(),
    principalCents: centsColumn('principal_cents').notNull(),
    feeCents: centsColumn('fee_cents').notNull(),
    costCents: centsColumn('cost_cents').notNull(),
    status: text('status').$type<InstallmentStatus>().notNull(),
    ...retrying('due_on'),
    /** The installment was given up after the last attempt. Two missed installments end the plan (R15). */
    isMissed: boolean('is_missed').notNull().default(false),
    ...changedByPayer,
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.planId, table.index] }),
    referenceTo(plans, [table.companyId, table.planId]),
    check('installment_status_is_known', sql`${table.status} ${oneOf(INSTALLMENT_STATUSES)}`),
    check(
      'installment_cost_is_principal_plus_fee',
      sql`${table.costCents} = ${table.principalCents} + ${table.feeCents} and ${table.costCents} > 0`,
    ),
    index('due_installments')
      .on(table.companyId, table.attemptOn)
      .where(sql`${table.status} in ('OPEN', 'FAILED')`),
  ],
);

/**
 * EXCLUDED: the invoice was excluded from auto-pay. No charge is planned until the payer includes the invoice again
 * (R83).
 */
export const AUTO_PAY_STATES = ['LIVE', 'DONE', 'CANCELED', 'GAVE_UP', 'EXCLUDED'] as const;

/**
 * Must match the condition of the index exactly, because Postgres uses a partial index only for the same condition.
 */
export const IS_SKIPPED = sql`skips > 0`;

/** A planned auto-pay charge of one invoice (R14), created with its notice. */
export const autoPayCharges = pgTable(
  'auto_pay_charges',
  {
    ...arrangement,
    id: idColumn<string>('id').notNull(),
    /** Null if the invoice was excluded by canceling a plan without a method. */
    methodId: idColumn<MethodId>('method_id'),
    chargeOn: isoDateColumn('charge_on').notNull(),
    state: text('state').$type<(typeof AUTO_PAY_STATES)[number]>().notNull(),
    ...retrying('charge_on'),
    ...changedByPayer,
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(paymentMethods, [table.companyId, table.methodId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    referenceTo(mandates, [table.companyId, table.mandateId]),
    check('auto_pay_state_is_known', sql`${table.state} ${oneOf(AUTO_PAY_STATES)}`),
    check(
      'live_auto_pay_charge_has_its_method',
      sql`${table.state} <> 'LIVE' or ${table.methodId} is not null`,
    ),
    uniqueIndex('one_live_auto_pay_charge_per_invoice')
      .on(table.companyId, table.invoiceId)
      .where(sql`${table.state} = 'LIVE'`),
    index('planned_auto_pay_charges_of_customer')
      .on(table.companyId, table.customerId)
      .where(sql`${table.state} = 'LIVE'`),
    uniqueIndex('an_invoice_is_excluded_from_auto_pay_once')
      .on(table.companyId, table.invoiceId)
      .where(sql`${table.state} = 'EXCLUDED'`),
    index('auto_pay_charges_given_up')
      .on(table.companyId, table.invoiceId)
      .where(sql`${table.state} = 'GAVE_UP'`),
    /** Few charges are skipped, and earlier skips count toward later charges of the invoice. */
    index('skipped_auto_pay_charges').on(table.companyId, table.invoiceId).where(IS_SKIPPED),
    index('due_auto_pay_charges')
      .on(table.companyId, table.attemptOn)
      .where(sql`${table.state} = 'LIVE'`),
  ],
);

/** Notices of upcoming charges. Append-only, except that a failed delivery is recorded. */
export const chargeNotices = pgTable(
  'charge_notices',
  {
    companyId: idColumn<CompanyId>('company_id').notNull(),
    id: idColumn<string>('id').notNull(),
    customerId: idColumn<CustomerId>('customer_id').notNull(),
    invoiceId: idColumn<InvoiceId>('invoice_id').notNull(),
    /** Same format as in attempts: 'schedule:<id>', 'plan:<id>:<index>', 'auto-pay:<id>'. */
    occurrenceOf: text('occurrence_of').notNull(),
    chargeOn: isoDateColumn('charge_on').notNull(),
    amountCents: centsColumn('amount_cents').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** Set when delivery of the email failed. A notice that failed does not allow a charge. */
    failedAt: instantColumn('failed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    referenceTo(customers, [table.companyId, table.customerId]),
    referenceTo(invoices, [table.companyId, table.invoiceId]),
    unique('one_notice_per_occurrence_day_and_amount').on(
      table.companyId,
      table.occurrenceOf,
      table.chargeOn,
      table.amountCents,
    ),
    index('charge_notices_by_time').on(table.createdAt),
  ],
);
