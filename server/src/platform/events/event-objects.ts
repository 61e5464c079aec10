/**
 * The fields of an object that an event stores: ids, references, states and amounts, but no names, contacts, tokens
 * or card data.
 */
import type { EVENT_FIELDS } from '@quittance/contract/webhooks/event-data';
import type { EventObject } from '@quittance/contract/webhooks/event-schemas';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { capabilities } from '../../schema/access.ts';
import { plans, schedules } from '../../schema/arrangements.ts';
import { attemptParts } from '../../schema/attempt-parts.ts';
import { customers, mandates, paymentMethods } from '../../schema/customers.ts';
import { webhookEndpoints } from '../../schema/events.ts';
import { inquiries } from '../../schema/inquiries.ts';
import { invoices, requestOrders, requests } from '../../schema/invoices.ts';
import { attempts } from '../../schema/payments.ts';
import { contracts, estimates, orders, projects } from '../../schema/projects.ts';
import { disputes, refunds } from '../../schema/refunds.ts';

type Source<Name extends EventObject> = {
  table: PgTable & { companyId: PgColumn; id: PgColumn };
  fields: Readonly<Record<keyof (typeof EVENT_FIELDS)[Name], PgColumn | SQL>>;
};

/** Wire format: 2026-11-15T15:00:00.000Z */
const instantSql = (column: PgColumn | SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const OF_INVOICE = {
  customerId: invoices.customerId,
  accountRef: invoices.accountRef,
  externalRef: invoices.externalRef,
  status: invoices.status,
  total: invoices.totalCents,
  tax: invoices.taxCents,
  credited: invoices.creditedCents,
  waived: invoices.waivedCents,
  paidBefore: invoices.paidBeforeCents,
  /** R91: money received. The column has everything that is settled. */
  paid: sql`${invoices.paidCents} - ${invoices.creditedCents} - ${invoices.waivedCents}
    - ${invoices.paidBeforeCents} + ${invoices.owedAgainCents}`,
  refunded: invoices.refundedCents,
  balance: sql`${invoices.totalCents} - ${invoices.paidCents}`,
  dueDate: invoices.dueOn,
  /** Amount for which the company would settle, or null without an open offer. */
  offer: sql`case when (${invoices.negotiation} ->> 'isActive')::boolean
    then (${invoices.negotiation} ->> 'amountCents')::bigint end`,
  voidedAt: instantSql(invoices.voidedAt),
  updatedAt: instantSql(sql`coalesce(${invoices.updatedAt}, ${invoices.createdAt})`),
};

/** Citus would ask every server if a subquery compared its company with that of the object. */
const OF_COMPANY = sql`${sql.placeholder('companyId')}::uuid`;

/**
 * For a payment on several invoices: the amount paid on each, and its share of the fee. Null for any other payment.
 */
const PARTS_OF_PAYMENT = sql`case when ${attempts.purpose} = 'INVOICES' then (
  select jsonb_agg(jsonb_build_object('invoiceId', ${attemptParts.invoiceId},
    'amount', ${attemptParts.amountCents}, 'fee', ${attemptParts.feeCents},
    'refunded', ${attemptParts.refundedCents}) order by ${attemptParts.position})
  from ${attemptParts} where ${attemptParts.companyId} = ${OF_COMPANY}
    and ${attemptParts.attemptId} = ${attempts.id}) end`;

/** The id of the object is added to every event. */
export const EVENT_DATA: Readonly<{ [Name in EventObject]: Source<Name> }> = {
  customer: {
    table: customers,
    fields: {
      customerRef: customers.customerRef,
      externalRef: customers.externalRef,
      isTest: customers.isTest,
    },
  },
  invoice: { table: invoices, fields: OF_INVOICE },
  inquiry: {
    table: inquiries,
    fields: {
      customerId: inquiries.customerId,
      invoiceId: inquiries.invoiceId,
      kind: inquiries.kind,
      answeredAt: instantSql(inquiries.answeredAt),
    },
  },
  link: {
    table: capabilities,
    fields: {
      customerId: capabilities.customerId,
      requestId: capabilities.requestId,
      invoiceId: sql`(select ${requests.invoiceId} from ${requests}
        where ${requests.companyId} = ${OF_COMPANY}
          and ${requests.id} = ${capabilities.requestId})`,
      expiresAt: instantSql(capabilities.expiresAt),
      revokedAt: instantSql(capabilities.revokedAt),
    },
  },
  partial_request: {
    table: requests,
    fields: {
      customerId: requests.customerId,
      amount: sql`(select coalesce(sum(${requestOrders.amountCents}), 0) from ${requestOrders}
        where ${requestOrders.companyId} = ${OF_COMPANY}
          and ${requestOrders.requestId} = ${requests.id})`,
    },
  },
  payment: {
    table: attempts,
    fields: {
      customerId: attempts.customerId,
      invoiceId: attempts.invoiceId,
      parts: PARTS_OF_PAYMENT,
      planId: attempts.planId,
      scheduleId: attempts.scheduleId,
      type: attempts.type,
      state: attempts.state,
      amount: attempts.amountCents,
      fee: attempts.feeCents,
      refunded: attempts.refundedCents,
      method: attempts.method,
      processor: attempts.processor,
      processorReference: attempts.processorReference,
      responseCode: attempts.responseCode,
      reference: attempts.reference,
      receivedDate: attempts.receivedOn,
    },
  },
  credit_note: {
    table: attempts,
    fields: {
      customerId: attempts.customerId,
      invoiceId: attempts.invoiceId,
      number: attempts.reference,
      amount: attempts.amountCents,
      /** The part that exceeded the balance and became the customer's credit. */
      credit: attempts.creditCents,
    },
  },
  credit: {
    table: attempts,
    fields: {
      customerId: attempts.customerId,
      invoiceId: attempts.invoiceId,
      amount: attempts.amountCents,
    },
  },
  refund: {
    table: refunds,
    fields: {
      paymentId: refunds.attemptId,
      origin: refunds.origin,
      state: refunds.state,
      amount: refunds.amountCents,
      invoiceId: refunds.invoiceId,
      failureReason: refunds.failureReason,
    },
  },
  dispute: {
    table: disputes,
    fields: {
      paymentId: disputes.attemptId,
      state: disputes.state,
      amount: disputes.amountCents,
      code: disputes.code,
    },
  },
  plan: {
    table: plans,
    fields: {
      customerId: plans.customerId,
      invoiceId: plans.invoiceId,
      state: plans.state,
      amount: plans.amountCents,
      fee: plans.feeCents,
      installments: plans.count,
    },
  },
  schedule: {
    table: schedules,
    fields: {
      customerId: schedules.customerId,
      invoiceId: schedules.invoiceId,
      state: schedules.state,
      amount: schedules.amountCents,
      fee: schedules.feeCents,
      chargeOn: schedules.chargeOn,
    },
  },
  method: {
    table: paymentMethods,
    fields: {
      customerId: paymentMethods.customerId,
      kind: paymentMethods.kind,
      state: paymentMethods.state,
      processor: paymentMethods.processor,
    },
  },
  consent: {
    table: mandates,
    fields: {
      customerId: mandates.customerId,
      methodId: mandates.methodId,
      purpose: mandates.purpose,
      kind: mandates.kind,
      cap: mandates.capCents,
      textVersion: mandates.textVersion,
      authorizedFrom: mandates.authorizedFromOn,
    },
  },
  project: {
    table: projects,
    fields: {
      customerId: projects.customerId,
      projectRef: projects.projectRef,
      status: projects.status,
    },
  },
  order: {
    table: orders,
    fields: {
      customerId: orders.customerId,
      projectId: orders.projectId,
      orderRef: orders.orderRef,
      status: orders.status,
      total: orders.totalCents,
      paid: orders.paidCents,
    },
  },
  estimate: {
    table: estimates,
    fields: {
      customerId: estimates.customerId,
      projectId: estimates.projectId,
      estimateRef: estimates.estimateRef,
      status: estimates.status,
      total: estimates.totalCents,
      paid: estimates.paidCents,
      expiresOn: estimates.expiresOn,
    },
  },
  contract: {
    table: contracts,
    fields: {
      customerId: contracts.customerId,
      contractRef: contracts.contractRef,
      status: contracts.status,
      amount: contracts.amountCents,
      paid: contracts.paidCents,
    },
  },
  webhook_endpoint: {
    table: webhookEndpoints,
    fields: { state: webhookEndpoints.state, exampleType: sql`null` },
  },
};
