/**
 * Everything that can hold an invoice: other payments, disputes, plans and scheduled payments. A single condition
 * determines whether an invoice is disputed, for every reader and every decision (R82).
 */

import {
  type AttemptId,
  type CompanyId,
  type InvoiceId,
  invoiceIdSchema,
} from '@quittance/contract/ids';
import { OPEN_STATES } from '@quittance/domain/status/payment-status';
import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import type { InvoiceKey, RequestKey } from '../platform/database/keys.ts';
import { readPrepared } from '../platform/database/prepared.ts';
import { lockRows } from '../platform/database/row-sets.ts';
import { firstRow, hasRows } from '../platform/database/rows.ts';
import { oneOf } from '../schema/columns.ts';
import { OPEN_INTENT_STATES } from '../schema/intents.ts';
import { type InvoiceRow, invoices, requests } from '../schema/invoices.ts';
import type { DisputeState } from '../schema/payments.ts';

type Owner = { companyId: SQLWrapper; invoiceId: SQLWrapper };

/**
 * Condition: a payment that covers the invoice, alone or together with others, has a dispute in one of these
 * states, or the payer is waiting for a reply to an objection.
 */
function isDisputedIn(
  states: readonly DisputeState[],
  { companyId, invoiceId }: Owner,
): SQL<boolean> {
  return sql<boolean>`(exists (select from attempts held where held.company_id = ${companyId}
      and held.invoice_id = ${invoiceId} and held.dispute_state ${oneOf(states)})
    or exists (select from attempt_parts part
      join attempts held on held.company_id = part.company_id and held.id = part.attempt_id
      where part.company_id = ${companyId} and part.invoice_id = ${invoiceId}
        and held.dispute_state ${oneOf(states)})
    or exists (select from inquiries objection where objection.company_id = ${companyId}
      and objection.invoice_id = ${invoiceId} and objection.kind = 'DISPUTE'
      and objection.answered_at is null))`;
}

const HOLDING = ['OPEN'] as const;
/**
 * Dispute states in which the invoice is not charged without its payer (R82). A won dispute always lifts this; a
 * lost dispute never does.
 */
const CONTESTING = ['OPEN', 'LOST'] as const;

/** `companyId` is a value wherever a statement is about one company, because Citus asks every server otherwise. */
export const isContestedInvoice = ({
  companyId,
  invoiceId = invoices.id,
}: {
  companyId: CompanyId | SQLWrapper;
  invoiceId?: SQLWrapper;
}): SQL<boolean> =>
  isDisputedIn(CONTESTING, {
    companyId: typeof companyId === 'string' ? sql`${companyId}::uuid` : companyId,
    invoiceId,
  });

async function isInvoiceDisputedIn(
  tx: Tx,
  states: readonly DisputeState[],
  { companyId, invoiceId }: InvoiceKey,
): Promise<boolean> {
  const read = { name: `disputed_invoice_${states.join('_')}`, values: { companyId, invoiceId } };
  const company = sql`${sql.placeholder('companyId')}::uuid`;
  return hasRows(
    readPrepared(tx, read, () => ({
      selection: { id: invoices.id },
      source: sql`from ${invoices} where ${invoices.companyId} = ${company}
        and ${invoices.id} = ${sql.placeholder('invoiceId')}
        and ${isDisputedIn(states, { companyId: company, invoiceId: invoices.id })}`,
    })),
  );
}

/**
 * Returns whether the processor holds money that was paid on the invoice, or the payer is waiting for a reply to an
 * objection.
 */
export function isHeldByDispute(tx: Tx, key: InvoiceKey): Promise<boolean> {
  return isInvoiceDisputedIn(tx, HOLDING, key);
}

/** A contested invoice is not charged without its payer (R82). */
export function isContested(tx: Tx, key: InvoiceKey): Promise<boolean> {
  return isInvoiceDisputedIn(tx, CONTESTING, key);
}

/** Payments that are not final. No other payment may start while there is one. */
export type UnderWay = { hasAttempt: boolean; hasIntent: boolean };

const isOpenOn = (table: string, isOpen: SQL, of: SQL) =>
  sql`exists (select from ${sql.raw(table)} open
    where open.company_id = ${sql.placeholder('companyId')}::uuid and ${of} and ${isOpen})`;

const OF_REQUEST = sql`open.request_id = ${requests.id}`;
const OF_INVOICE = sql`open.invoice_id = ${requests.invoiceId}`;
const IS_OPEN_ATTEMPT = sql`open.state ${oneOf(OPEN_STATES)}`;
const IS_OPEN_INTENT = sql`open.state ${oneOf(OPEN_INTENT_STATES)}`;

/**
 * Finds a request and the payments under way on it or its invoice, in one statement. Send it after the statement
 * that locks the invoice: it sees what was committed before the lock was acquired.
 */
export async function findRequestUnderWay(tx: Tx, key: RequestKey | InvoiceKey) {
  const isByInvoice = 'invoiceId' in key;
  const read = { name: `request_under_way_${isByInvoice}`, values: key };
  return firstRow(
    readPrepared(tx, read, () => ({
      selection: {
        request: getTableColumns(requests),
        hasAttempt: sql<boolean>`(${isOpenOn('attempts', IS_OPEN_ATTEMPT, OF_REQUEST)}
          or ${isOpenOn('attempts', IS_OPEN_ATTEMPT, OF_INVOICE)}
          or ${isOpenOn('attempt_parts', sql`open.is_open`, OF_INVOICE)})`,
        hasIntent: sql<boolean>`(${isOpenOn('intents', IS_OPEN_INTENT, OF_REQUEST)}
          or ${isOpenOn('intents', IS_OPEN_INTENT, OF_INVOICE)})`,
      },
      source: sql`from ${requests} where ${requests.companyId} = ${sql.placeholder('companyId')}
        and ${isByInvoice ? sql`${requests.invoiceId} = ${sql.placeholder('invoiceId')}` : sql`${requests.id} = ${sql.placeholder('requestId')}`}`,
    })),
  );
}

export type InvoiceHolds = {
  isBeingPaid: boolean;
  isDisputed: boolean;
  hasPlan: boolean;
  hasSchedule: boolean;
};

const rowsSchema = z.array(
  z.object({
    invoiceId: invoiceIdSchema,
    isBeingPaid: z.boolean(),
    isDisputed: z.boolean(),
    hasPlan: z.boolean(),
    hasSchedule: z.boolean(),
  }),
);

/** Reasons why the status of an invoice does not follow a payment. */
export type PaymentHolds = Pick<InvoiceHolds, 'isBeingPaid' | 'isDisputed'>;

/** `except` is the payment being settled. Send it after the statement that locks the invoice. */
export async function findPaymentHolds(
  tx: Tx,
  { companyId, invoiceId, except }: InvoiceKey & { except: AttemptId },
): Promise<PaymentHolds | null> {
  const read = { name: 'payment_holds', values: { companyId, invoiceId, except } };
  // Not the column: Citus asks every server unless each table is compared with the company itself.
  const company = sql`${sql.placeholder('companyId')}::uuid`;
  const isOfInvoice = sql`open.company_id = ${company} and open.invoice_id = ${invoices.id}`;
  const isOther = sql`is distinct from ${sql.placeholder('except')}::uuid`;
  return firstRow(
    readPrepared(tx, read, () => ({
      selection: {
        id: invoices.id,
        isBeingPaid: sql<boolean>`(exists (select from attempts open
            where ${isOfInvoice} and ${IS_OPEN_ATTEMPT} and open.id ${isOther})
          or exists (select from attempt_parts open
            where ${isOfInvoice} and open.is_open and open.attempt_id ${isOther}))`,
        isDisputed: isDisputedIn(HOLDING, { companyId: company, invoiceId: invoices.id }),
      },
      source: sql`from ${invoices} where ${invoices.companyId} = ${company}
        and ${invoices.id} = ${sql.placeholder('invoiceId')}`,
    })),
  );
}

type Held = { companyId: CompanyId; invoiceIds: readonly InvoiceId[]; except: AttemptId | null };

/** The invoices must be locked. `except` is the payment being checked. */
export async function listHolds(
  tx: Tx,
  { companyId, invoiceIds, except }: Held,
): Promise<ReadonlyMap<InvoiceId, InvoiceHolds>> {
  const isStanding = sql`company_id = ${companyId} and invoice_id = i.id and state in ('LIVE', 'SUSPENDED')`;
  const { rows } = await tx.execute(sql`select i.id as "invoiceId",
      exists (select from attempts a where a.company_id = ${companyId} and a.invoice_id = i.id
        and a.state ${oneOf(OPEN_STATES)} and a.id is distinct from ${except}::uuid)
      or exists (select from attempt_parts p where p.company_id = ${companyId} and p.invoice_id = i.id
        and p.is_open and p.attempt_id is distinct from ${except}::uuid) as "isBeingPaid",
      ${isDisputedIn(HOLDING, { companyId: sql`${companyId}::uuid`, invoiceId: sql`i.id` })} as "isDisputed",
      exists (select from plans where ${isStanding}) as "hasPlan",
      exists (select from schedules where ${isStanding}) as "hasSchedule"
    from unnest(${sql.param([...invoiceIds])}::uuid[]) as i (id)`);
  return new Map(rowsSchema.parse(rows).map(({ invoiceId, ...holds }) => [invoiceId, holds]));
}

/** Like `lockInvoice`, for several invoices. Locks in id order, so that two transactions do not deadlock. */
export function lockInvoices(
  tx: Tx,
  { companyId, invoiceIds }: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
): Promise<InvoiceRow[]> {
  return lockRows(tx, invoices, { companyId, ids: invoiceIds });
}
