/**
 * Reads an invoice with all related data that the portal shows, in one statement. Every query filters by company
 * and customer, in addition to row-level security. Read-only.
 */

import { invoiceIdSchema, type RequestId } from '@quittance/contract/ids';
import { type Cents, cents } from '@quittance/contract/money';
import { PAYMENT_TYPES } from '@quittance/contract/vocabulary';
import { and, type Column, eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { isContestedInvoice } from '../ledger/holds.ts';
import type { Tx } from '../platform/database/database.ts';
import { type CustomerKey, references, toColumn } from '../platform/database/keys.ts';
import { jsonRow, jsonRows, readPrepared } from '../platform/database/prepared.ts';
import type { SelectedRow, Selection } from '../platform/database/row-decoder.ts';
import { firstRow } from '../platform/database/rows.ts';
import { installments, plans, schedules } from '../schema/arrangements.ts';
import { attemptParts } from '../schema/attempt-parts.ts';
import { oneOf } from '../schema/columns.ts';
import { mandates, paymentMethods } from '../schema/customers.ts';
import { invoiceAttachments, invoiceLines, invoices, requests } from '../schema/invoices.ts';
import { attempts } from '../schema/payments.ts';
import { contracts, projects } from '../schema/projects.ts';
import { refunds } from '../schema/refunds.ts';

const companyId = sql.placeholder('companyId');
const customerId = sql.placeholder('customerId');

const INVOICE = {
  id: invoices.id,
  accountRef: invoices.accountRef,
  internalRef: invoices.internalRef,
  productName: invoices.productName,
  description: invoices.description,
  poNumber: invoices.poNumber,
  note: invoices.note,
  taxCents: invoices.taxCents,
  totalCents: invoices.totalCents,
  paidCents: invoices.paidCents,
  creditedCents: invoices.creditedCents,
  dueOn: invoices.dueOn,
  openedOn: invoices.openedOn,
  status: invoices.status,
  negotiation: invoices.negotiation,
  version: invoices.version,
  urgency: invoices.urgency,
} as const;

type ReferencedRow<Fields> = { target: PgTable; fields: Fields; where?: SQL };

/**
 * Returns the row that an invoice column refers to, skipping the lookup if the column is null. As in every part of
 * the statement, the company is given by value, so that Citus can determine the server of each part.
 */
function referenced<Fields extends Selection>(
  column: Column,
  { target, fields, where = sql`true` }: ReferencedRow<Fields>,
) {
  const source = sql`from ${target} where ${toColumn(target, 'companyId')} = ${companyId}
    and ${toColumn(target, 'id')} = ${column} and ${where}`;
  return jsonRow(fields, source, sql`${column} is not null`);
}

const METHOD = {
  id: paymentMethods.id,
  kind: paymentMethods.kind,
  brand: paymentMethods.brand,
  last4: paymentMethods.last4,
  isSaved: paymentMethods.isSaved,
  expiresMonth: paymentMethods.expiresMonth,
  expiresYear: paymentMethods.expiresYear,
} as const;

const IS_ACTIVE = sql`${paymentMethods.state} = 'active'`;

const attached = referenced(invoices.attachedMethodId, {
  target: paymentMethods,
  fields: METHOD,
  where: IS_ACTIVE,
});

const project = referenced(invoices.projectId, {
  target: projects,
  fields: { projectName: projects.projectName } as const,
});

const contract = referenced(invoices.contractId, {
  target: contracts,
  fields: {
    contractRef: contracts.contractRef,
    amountCents: contracts.amountCents,
    paidCents: contracts.paidCents,
    signedOn: contracts.signedOn,
    status: contracts.status,
    typeName: contracts.typeName,
    chargeOffOn: contracts.chargeOffOn,
    acceleratedOn: contracts.acceleratedOn,
  } as const,
});

const isOfInvoice = (table: typeof schedules | typeof plans): SQL =>
  sql`${table.companyId} = ${companyId} and ${table.invoiceId} = ${invoices.id}`;

const arrangement = (table: typeof schedules | typeof plans): SQL => sql`from ${table}
  join ${mandates} on ${references(table.mandateId, mandates)}
  left join ${paymentMethods} on ${references(table.methodId, paymentMethods)} and ${IS_ACTIVE}
  where ${isOfInvoice(table)}`;

/** Checked once per statement: most customers have no arrangement, so none of their invoices has one. */
const hasArrangement = (table: typeof schedules | typeof plans, isShown: SQL): SQL =>
  sql`(select exists (select 1 from ${table} where ${table.companyId} = ${companyId}
    and ${table.customerId} = ${customerId} and ${isShown}))`;

export const IS_SHOWN_SCHEDULE = sql`${schedules.state} in ('LIVE', 'SUSPENDED')`;

const schedule = jsonRow(
  {
    chargeOn: schedules.chargeOn,
    nextTryOn: schedules.nextTryOn,
    amountCents: schedules.amountCents,
    feeCents: schedules.feeCents,
    state: schedules.state,
    suspendedAt: schedules.suspendedAt,
    kind: mandates.kind,
    method: METHOD,
  } as const,
  sql`${arrangement(schedules)} and ${IS_SHOWN_SCHEDULE}`,
  hasArrangement(schedules, IS_SHOWN_SCHEDULE),
);

const INSTALLMENT = {
  planId: installments.planId,
  index: installments.index,
  dueOn: installments.dueOn,
  principalCents: installments.principalCents,
  feeCents: installments.feeCents,
  costCents: installments.costCents,
  status: installments.status,
  nextTryOn: installments.nextTryOn,
  isMissed: installments.isMissed,
} as const;

const INSTALLMENTS = jsonRows(INSTALLMENT, sql`${installments.index}`);

const IS_SHOWN_PLAN = sql`${plans.state} in ('LIVE', 'SUSPENDED', 'PAID_OFF')`;

/**
 * The newest plan of an invoice: a returned payment can reopen the invoice of a paid-off plan for a second plan.
 */
const plan = jsonRow(
  {
    amountCents: plans.amountCents,
    feeCents: plans.feeCents,
    state: plans.state,
    suspendedAt: plans.suspendedAt,
    kind: mandates.kind,
    method: METHOD,
    installments: sql<ShownInstallment[]>`(select ${INSTALLMENTS.aggregate} from ${installments}
      where ${installments.companyId} = ${companyId}
        and ${installments.planId} = ${plans.id})`.mapWith(INSTALLMENTS.decode),
  } as const,
  sql`${arrangement(plans)} and ${IS_SHOWN_PLAN} order by ${plans.createdAt} desc`,
  hasArrangement(plans, IS_SHOWN_PLAN),
);

const PAYMENT = {
  id: attempts.id,
  amountCents: attempts.amountCents,
  feeCents: attempts.feeCents,
  planId: attempts.planId,
  installmentFrom: attempts.installmentFrom,
  installmentTo: attempts.installmentTo,
} as const;

const IS_PAYMENT = sql`${attempts.state} = 'SUCCEEDED' and ${attempts.type} ${oneOf(PAYMENT_TYPES)}`;

const PAYMENTS = jsonRows(PAYMENT, sql`${attempts.createdAt} desc, ${attempts.id} desc`);

/** Most attempts have neither a refund nor a dispute, so the lookup is usually skipped. */
const REFUNDED = sql`case when ${attempts.refundedCents} > 0 or ${attempts.disputeState} is not null
  then (select sum(${refunds.principalCents}) from ${refunds}
    where ${refunds.companyId} = ${companyId} and ${refunds.attemptId} = ${attempts.id}
      and ${refunds.state} = 'SUCCEEDED' and (not ${refunds.isOwedAgain} or ${refunds.isFromCredit})) end`;

/** Selects attempts by request, for which there is an index. The holder of a link does not see payments (R4). */
const movedMoney = ({ hasPayments }: { hasPayments: boolean }): SQL => sql`
  select sum(${REFUNDED}) as refunded_cents,
    ${hasPayments ? sql`${PAYMENTS.aggregate} filter (where ${IS_PAYMENT})` : sql`null::json`} as payments
  from ${attempts}
  where ${attempts.companyId} = ${companyId} and ${attempts.requestId} = ${requests.id}`;

const PART_PAYMENT = {
  amountCents: attemptParts.amountCents,
  feeCents: attemptParts.feeCents,
} as const;
const PART_PAYMENTS = jsonRows(PART_PAYMENT, sql`${attempts.createdAt} desc, ${attempts.id} desc`);

/** Like `movedMoney`, for payments on several invoices: the amounts paid and refunded on this invoice (R48). */
const movedTogether = ({ hasPayments }: { hasPayments: boolean }): SQL => sql`
  select sum(${attemptParts.refundedCents} - ${attemptParts.owedAgainCents}) as refunded_cents,
    ${hasPayments ? sql`${PART_PAYMENTS.aggregate} filter (where ${attempts.state} = 'SUCCEEDED')` : sql`null::json`} as payments
  from ${attemptParts} join ${attempts} on ${references(attemptParts.attemptId, attempts)}
  where ${attemptParts.companyId} = ${companyId} and ${attemptParts.invoiceId} = ${invoices.id}`;

const LINE = {
  text: invoiceLines.text,
  quantity: invoiceLines.quantity,
  unitPriceCents: invoiceLines.unitPriceCents,
  amountCents: invoiceLines.amountCents,
} as const;

const LINES = jsonRows(LINE, sql`${invoiceLines.position}`);

const ATTACHMENT = {
  id: invoiceAttachments.id,
  name: invoiceAttachments.name,
  type: invoiceAttachments.type,
  size: invoiceAttachments.size,
} as const;

const ATTACHMENTS = jsonRows(
  ATTACHMENT,
  sql`${invoiceAttachments.createdAt}, ${invoiceAttachments.id}`,
);

/** The attachments of a draft are internal to the company. */
const lines = sql`select ${LINES.aggregate} as lines,
    (select ${ATTACHMENTS.aggregate} from ${invoiceAttachments}
      where ${invoiceAttachments.companyId} = ${companyId}
        and ${invoiceAttachments.invoiceId} = ${invoices.id}
        and ${invoices.status} <> 'DRAFT') as attachments
  from ${invoiceLines}
  where ${invoiceLines.companyId} = ${companyId} and ${invoiceLines.invoiceId} = ${invoices.id}`;

const SHOWN = {
  invoice: INVOICE,
  requestId: requests.id,
  refundedCents:
    sql<Cents>`coalesce(moved.refunded_cents, 0) + coalesce(shared.refunded_cents, 0)`.mapWith(
      (text) => cents(Number(text)),
    ),
  isContested: isContestedInvoice({ companyId, invoiceId: invoices.id }),
  project,
  contract,
  attached,
  schedule,
  plan,
  payments: sql<ShownPayment[] | null>`moved.payments`.mapWith(PAYMENTS.decode),
  partPayments: sql<ShownPartPayment[] | null>`shared.payments`.mapWith(PART_PAYMENTS.decode),
  lines: sql<ShownLine[] | null>`billed.lines`.mapWith(LINES.decode),
  attachments: sql<ShownAttachment[] | null>`billed.attachments`.mapWith(ATTACHMENTS.decode),
} as const;

type SelectedInvoice = SelectedRow<typeof SHOWN>;

export type ShownInvoice = Omit<SelectedInvoice, 'invoice'> & {
  invoice: SelectedRow<typeof INVOICE>;
};
export type ShownInstallment = SelectedRow<typeof INSTALLMENT>;
export type ShownPayment = SelectedRow<typeof PAYMENT>;
type ShownPartPayment = SelectedRow<typeof PART_PAYMENT>;
export type ShownLine = SelectedRow<typeof LINE>;
type ShownAttachment = SelectedRow<typeof ATTACHMENT>;

/** `page` selects the invoice rows before any related data is read. */
export function shownInvoices(page: SQL, { hasPayments = true, hasLines = false } = {}) {
  const source = sql`from (${page}) ${invoices}
    join ${requests} on ${requests.companyId} = ${companyId} and ${requests.invoiceId} = ${invoices.id}
    left join lateral (${movedMoney({ hasPayments })}) moved on true
    left join lateral (${movedTogether({ hasPayments })}) shared on true
    left join lateral (${hasLines ? lines : sql`select null::json as lines, null::json as attachments`}) billed on true`;
  return { selection: SHOWN, source };
}

export const isOwnInvoice = and(
  eq(invoices.companyId, companyId),
  eq(invoices.customerId, customerId),
);

type OneInvoice = { name: string; values: Readonly<Record<string, string | null>>; is: SQL };

async function readOne(
  tx: Tx,
  { name, values, is }: OneInvoice,
  shown: { hasPayments: boolean },
): Promise<ShownInvoice | null> {
  const rows = await readPrepared(tx, { name, values }, () =>
    shownInvoices(sql`select * from ${invoices} where ${isOwnInvoice} and ${is}`, {
      ...shown,
      hasLines: true,
    }),
  );
  // Safe because the columns of an invoice that was found are not all null.
  return firstRow(Promise.resolve(rows as ShownInvoice[]));
}

const IS_OF_REQUEST = sql`${invoices.id} = (select ${requests.invoiceId} from ${requests}
  where ${requests.companyId} = ${companyId} and ${requests.id} = ${sql.placeholder('requestId')})`;

export function findShownInvoice(
  tx: Tx,
  key: CustomerKey & { requestId: RequestId },
): Promise<ShownInvoice | null> {
  const values = { companyId: key.companyId, customerId: key.customerId, requestId: key.requestId };
  const one = { name: 'invoice_of_request', values, is: IS_OF_REQUEST };
  return readOne(tx, one, { hasPayments: false });
}

/** Matches by id first, then by reference, because a reference may look like an id. */
const IS_NAMED = sql`${invoices.id} = (select named.id from ${invoices} named
  where named.company_id = ${companyId} and named.customer_id = ${customerId}
    and (named.id = ${sql.placeholder('invoiceId')}::uuid
      or named.account_ref_key = lower(${sql.placeholder('name')}))
  order by named.id = ${sql.placeholder('invoiceId')}::uuid desc nulls last limit 1)`;

export function findInvoiceByName(
  tx: Tx,
  owner: CustomerKey,
  name: string,
): Promise<ShownInvoice | null> {
  const invoiceId = invoiceIdSchema.safeParse(name).data ?? null;
  const values = { companyId: owner.companyId, customerId: owner.customerId, name, invoiceId };
  return readOne(tx, { name: 'invoice_by_name', values, is: IS_NAMED }, { hasPayments: true });
}
