/** Reads everything stored about one payment besides its state changes. Each read uses an index. */
import type { Instant } from '@quittance/contract/dates';
import { and, asc, inArray, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Attempt } from '../ledger/attempts.ts';
import { loadRefunds } from '../ledger/refunds.ts';
import type { Tx } from '../platform/database/database.ts';
import { matching } from '../platform/database/keys.ts';
import { together } from '../platform/database/transaction.ts';
import { chargeNotices } from '../schema/arrangements.ts';
import { providerEvents, webhookDeliveries } from '../schema/events.ts';
import { audit, webhookEvents } from '../schema/operations.ts';
import { disputes } from '../schema/refunds.ts';

/** Actions that are steps themselves, and those that name who requested a refund or reversed a payment. */
const STEPS = [
  ...(['payment.decided', 'attention.acknowledged', 'charge.assigned'] as const),
  ...(['mail.sent', 'mail.not_sent'] as const),
] as const;
const ACTIONS = [...STEPS, 'refund.ordered', 'refund.decided', 'payment.reversed'] as const;

const actionSchema = z.enum(ACTIONS);

async function readActions(tx: Tx, { companyId, id }: Attempt) {
  const isOfAttempt = matching(audit, { companyId, subject: `attempt:${id}` });
  const detail = (name: string) => sql<string | null>`${audit.detail} ->> ${name}::text`;
  const rows = await tx
    .select({
      at: audit.at,
      actor: audit.actor,
      action: audit.action,
      template: detail('template'),
      reason: detail('reason'),
      refundId: sql<string | null>`coalesce(${detail('nextRefundId')}, ${detail('refundId')})`,
    })
    .from(audit)
    .where(and(isOfAttempt, inArray(audit.action, [...ACTIONS])))
    .orderBy(asc(audit.id));
  return rows.map((row) => ({ ...row, action: actionSchema.parse(row.action) }));
}

function readWebhooks(tx: Tx, { companyId, id }: Attempt) {
  const { receivedAt, processor, eventId, eventType } = webhookEvents;
  return tx
    .select({ at: receivedAt, processor, eventId, eventType })
    .from(webhookEvents)
    .where(matching(webhookEvents, { companyId, reference: id }))
    .orderBy(asc(receivedAt));
}

async function readNotices(
  tx: Tx,
  attempt: Attempt,
): Promise<{ at: Instant; amountCents: number }[]> {
  const { companyId, occurrenceOf, occurrenceOn } = attempt;
  if (!occurrenceOf || !occurrenceOn) return [];
  const { createdAt, amountCents } = chargeNotices;
  return tx
    .select({ at: createdAt, amountCents })
    .from(chargeNotices)
    .where(matching(chargeNotices, { companyId, occurrenceOf, chargeOn: occurrenceOn }))
    .orderBy(asc(createdAt));
}

function readEvents(tx: Tx, { companyId, id }: Attempt) {
  const { position, id: eventId, type, createdAt } = providerEvents;
  return tx
    .select({ position, id: eventId, type, at: createdAt })
    .from(providerEvents)
    .where(matching(providerEvents, { companyId, objectId: id }))
    .orderBy(asc(position));
}

async function readDeliveries(tx: Tx, { companyId }: Attempt, positions: readonly number[]) {
  if (positions.length === 0) return [];
  const { eventPosition, finishedAt } = webhookDeliveries;
  return tx
    .select({ eventPosition, finishedAt })
    .from(webhookDeliveries)
    .where(
      and(
        matching(webhookDeliveries, { companyId, eventPosition: positions, state: 'DELIVERED' }),
        isNotNull(finishedAt),
      ),
    )
    .orderBy(asc(finishedAt));
}

export async function readHistory(tx: Tx, attempt: Attempt) {
  const { companyId, id: attemptId } = attempt;
  const [refunds, disputed, actions, webhooks, notices, events] = await together([
    loadRefunds(tx, { companyId, attemptId }),
    tx
      .select()
      .from(disputes)
      .where(matching(disputes, { companyId, attemptId }))
      .orderBy(asc(disputes.createdAt)),
    readActions(tx, attempt),
    readWebhooks(tx, attempt),
    readNotices(tx, attempt),
    readEvents(tx, attempt),
  ]);
  const positions = events.map(({ position }) => position);
  const deliveries = await readDeliveries(tx, attempt, positions);
  return { refunds, disputes: disputed, actions, webhooks, notices, events, deliveries };
}
export type StepAction = (typeof STEPS)[number];
export const isStep = (action: string): action is StepAction =>
  STEPS.some((step) => step === action);
export type PaymentHistory = Awaited<ReturnType<typeof readHistory>>;
