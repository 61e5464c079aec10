/**
 * Items that need the attention of a company's staff, the calls that settle them, and their acknowledgment (R76).
 */

import { instantSchema } from '@quittance/contract/dates';
import { maySee, type RecordReader } from '@quittance/contract/http/record-rights';
import {
  type AttentionDecision,
  type AttentionItem,
  type AttentionKind,
  type AttentionQuery,
  attentionKindSchema,
} from '@quittance/contract/reports/attention-schemas';
import { z } from 'zod';
import { findIdentities } from '../customers/customer-records.ts';
import { findInvoiceNames } from '../invoices/invoice-records.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, refusedCursor } from '../kernel/errors.ts';
import { heldBefore } from '../ledger/next-check.ts';
import { type Actor, type ProviderDeps, recordAction } from '../platform/audit/recorded-action.ts';
import type { Tx } from '../platform/database/database.ts';
import { together } from '../platform/database/transaction.ts';
import {
  ACKNOWLEDGE,
  type AttentionCursor,
  type AttentionRow,
  countAttention,
  listAttentionRows,
  paymentsOfItems,
} from './attention-rows.ts';

const DECISIONS: Record<AttentionKind, readonly AttentionDecision[]> = {
  CHARGES_HELD: ['releaseCharges'],
  BROKEN_CONNECTION: ['changeProcessor'],
  HELD_PAYMENT: ['decidePayment'],
  ORPHANED_CHARGE: ['acknowledgeAttention'],
  UNPLACED_CHARGE: ['assignCharge', 'acknowledgeAttention'],
  RETURNED_PAYMENT: ['acknowledgeAttention'],
  DISPUTED_PAYMENT: [],
  WARNED_PAYMENT: ['acknowledgeAttention'],
  INQUIRY: ['answerInquiry'],
  STUCK_REFUND: ['decideRefund'],
  FAILED_REFUND: ['decideRefund', 'acknowledgeAttention'],
  UNEXPECTED_REFUND: ['acknowledgeAttention'],
  PAYOUT_DIFFERENCE: ['acknowledgeAttention'],
  BOUNCED_MAIL: ['changeCustomer', 'acknowledgeAttention'],
  FAILING_ENDPOINT: [],
  EXPIRING_METHOD: [],
  SUSPENDED_SCHEDULE: ['cancelSchedule'],
  SUSPENDED_PLAN: ['cancelPlan'],
  PAUSE_REQUEST: ['answerPause'],
};

/**
 * A found charge can be refunded once it is paid, and an endpoint can be resumed once it is paused. A refund that
 * the processor has accepted can only end there.
 */
function decisionsOn({ kind, state }: AttentionRow): AttentionDecision[] {
  const always = [...DECISIONS[kind]];
  const isRefundable = kind === 'ORPHANED_CHARGE' || kind === 'WARNED_PAYMENT';
  if (isRefundable && state === 'SUCCEEDED') return ['createRefund', ...always];
  if (kind === 'UNPLACED_CHARGE' && state === 'SUCCEEDED') return [...always, 'refundCharge'];
  if (kind === 'UNPLACED_CHARGE' && state === 'REFUND_SENT') return ['acknowledgeAttention'];
  if (kind === 'DISPUTED_PAYMENT' && state === 'AWAITS_EVIDENCE') return ['submitEvidence'];
  if (kind === 'STUCK_REFUND' && state === 'PENDING') return [];
  if (kind === 'FAILING_ENDPOINT' && state === 'PAUSED') return ['resumeWebhookEndpoint'];
  return always;
}

type Details = {
  customer: AttentionItem['customer'];
  invoice: AttentionItem['invoice'];
  payment: Awaited<ReturnType<typeof paymentsOfItems>>[number] | undefined;
};

function show(row: AttentionRow, { customer, invoice, payment }: Details): AttentionItem {
  const { kind, id, since, attemptId, amount } = row;
  const { code, brand, last4, inquiryKind, months, date, state } = row;
  return {
    id: `${kind}.${id}`,
    kind,
    since,
    customer,
    invoice,
    paymentId: attemptId,
    amount,
    facts: {
      objectId: id,
      code,
      method: payment?.method ?? null,
      methodBrand: brand ?? payment?.methodBrand ?? null,
      methodLast4: last4 ?? payment?.methodLast4 ?? null,
      inquiryKind,
      months,
      date,
      state,
    },
    allowedDecisions: decisionsOn(row),
  };
}

async function showAll(
  tx: Tx,
  { companyId }: Actor,
  rows: readonly AttentionRow[],
): Promise<AttentionItem[]> {
  const customerIds = rows.flatMap(({ customerId }) => customerId ?? []);
  const [customers, payments] = await together([
    findIdentities(tx, companyId, customerIds),
    paymentsOfItems(tx, companyId, rows),
  ]);
  const paymentsById = new Map(payments.map((payment) => [payment.id, payment]));
  const found = rows.map((row) => {
    const payment = row.attemptId ? paymentsById.get(row.attemptId) : undefined;
    return { row, payment, invoiceId: row.invoiceId ?? payment?.invoiceId ?? null };
  });
  const invoiceIds = found.flatMap(({ invoiceId }) => invoiceId ?? []);
  const invoices = await findInvoiceNames(tx, companyId, invoiceIds);
  return found.map(({ row, payment, invoiceId }) => {
    const known = row.customerId ? customers.get(row.customerId) : undefined;
    const customer = row.customerId && known ? { id: row.customerId, ...known } : null;
    const invoice = (invoiceId && invoices.get(invoiceId)) ?? null;
    return show(row, { customer, invoice, payment });
  });
}

const cursorSchema = z.tuple([instantSchema, z.uuid()]);

function decode(text: string): AttentionCursor {
  const parts = Buffer.from(text, 'base64url').toString().split(' ');
  const parsed = cursorSchema.safeParse(parts);
  if (!parsed.success) throw refusedCursor();
  const [since, id] = parsed.data;
  return { since, id };
}

const encode = ({ since, id }: AttentionCursor) =>
  Buffer.from(`${since} ${id}`).toString('base64url');

const exceptFor = (reader: RecordReader): AttentionKind[] =>
  maySee(reader, 'webhook-endpoints') ? [] : ['FAILING_ENDPOINT'];

type AttentionReader = Actor & RecordReader;

type AttentionListQuery = { deps: Pick<Deps, 'clock'>; query: AttentionQuery };

function toFilter({ companyId }: Actor, { clock }: Pick<Deps, 'clock'>) {
  const now = clock.now();
  return { companyId, now, heldBefore: heldBefore(now) };
}

export async function listAttention(
  tx: Tx,
  actor: AttentionReader,
  { deps, query }: AttentionListQuery,
) {
  const { limit, after, kind } = query;
  const page = { limit, after: after === undefined ? null : decode(after) };
  const filter = { ...toFilter(actor, deps), kind, except: exceptFor(actor) };
  const rows = await listAttentionRows(tx, { filter, page });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const data = await showAll(tx, actor, shown);
  return { data, nextCursor: last ? encode(last) : null };
}

export async function getAttentionCounts(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  actor: AttentionReader,
) {
  const counts = await countAttention(tx, toFilter(actor, deps));
  for (const kind of exceptFor(actor)) counts[kind] = 0;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { total, counts };
}

const SUBJECTS: Partial<Record<AttentionKind, string>> = {
  BOUNCED_MAIL: 'contact',
  FAILED_REFUND: 'refund',
  PAYOUT_DIFFERENCE: 'payout_difference',
  UNEXPECTED_REFUND: 'refund',
};

type Acknowledgement = { actor: Actor; attentionId: string; reason: string };

export async function acknowledgeAttention(
  tx: Tx,
  deps: ProviderDeps,
  { actor, attentionId, reason }: Acknowledgement,
) {
  const [name, given = ''] = attentionId.split('.');
  const kind = attentionKindSchema.safeParse(name).data;
  const id = z.uuid().safeParse(given).data;
  const acknowledge = kind && ACKNOWLEDGE[kind];
  if (!acknowledge || id === undefined) throw new AppError('NOT_FOUND');
  const at = deps.clock.now();
  const acknowledged = await acknowledge(tx, { companyId: actor.companyId, id, at });
  if (!acknowledged) throw new AppError('NOT_FOUND');
  if (acknowledged.isNew) {
    const subject = `${SUBJECTS[kind] ?? 'attempt'}:${id}`;
    const detail = { kind, reason };
    await recordAction(tx, deps, { actor, action: 'attention.acknowledged', subject, detail });
  }
  return { id: attentionId, acknowledgedAt: acknowledged.at };
}
