/**
 * Books disputes at the processor (R40), each under its own id and state. An open dispute holds the money and the
 * invoice, and a won dispute releases both. A dispute lost for the whole charge is settled as a return. A dispute
 * lost for a part is booked like a refund and raised for a decision.
 */
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { postingsForDispute, postingsReversed } from '@quittance/domain/postings';
import { lockInvoice, updateInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type Attempt, updateAttempt } from '../../ledger/attempts.ts';
import {
  type DisputeRow,
  insertDispute,
  loadDisputes,
  lockDispute,
  toDisputeState,
  updateDispute,
} from '../../ledger/disputes.ts';
import { appendPostings } from '../../ledger/postings.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { BookedDispute } from '../../processors/processor.ts';
import { statusAfterDispute } from '../core/invoice-status-after.ts';
import { bookUnsentRefund } from './book-refund.ts';
import { movePartsAfterDispute } from './settle-parts.ts';

const STATES = { open: 'OPEN', won: 'WON', lost: 'LOST' } as const;

/** Allowed transitions. A stale report changes nothing. */
const NEXT = {
  NONE: ['OPEN', 'WON', 'LOST'],
  OPEN: ['WON', 'LOST'],
  WON: ['LOST'],
  LOST: [],
} as const satisfies Record<DisputeRow['state'] | 'NONE', readonly DisputeRow['state'][]>;

const EVENTS = {
  OPEN: 'dispute.opened',
  WON: 'dispute.won',
  LOST: 'dispute.lost',
} as const satisfies Record<DisputeRow['state'], EventType>;

export type ReportedDispute = {
  attempt: Attempt;
  dispute: BookedDispute;
  /** The whole charge is returned with this report, which posts the loss. */
  isReturning: boolean;
};

type Step = ReportedDispute & { row: DisputeRow | null; to: DisputeRow['state'] };

async function write(tx: Tx, deps: Deps, { attempt, dispute, row, to }: Step): Promise<Attempt> {
  const { companyId, id: attemptId, customerId } = attempt;
  const { disputeReference: processorReference, amountCents, code } = dispute;
  const { dueAt = null, awaitsEvidence = false } = dispute;
  const at = deps.clock.now();
  const closedAt = to === 'OPEN' ? null : at;
  const id = row?.id ?? deps.entropy.uuid();
  if (row) await updateDispute(tx, row, { state: to, closedAt, dueAt, awaitsEvidence });
  else {
    const written = { companyId, id, attemptId, customerId, processorReference, amountCents };
    const facts = { code, state: to, createdAt: at, closedAt, dueAt, awaitsEvidence };
    await insertDispute(tx, { ...written, ...facts });
  }
  recordEvent(tx, { companyId, type: EVENTS[to], objectId: id, at });
  await appendAudit(tx, {
    companyId,
    actor: 'disputes',
    action: `dispute.${dispute.state}`,
    subject: `attempt:${attemptId}`,
    detail: { amountCents, code },
    at,
  });
  const rows = await loadDisputes(tx, { companyId, attemptId });
  const disputeState = toDisputeState(rows);
  return updateAttempt(tx, { companyId, attemptId }, { disputeState, updatedAt: at });
}

async function postHold(tx: Tx, deps: Deps, { attempt, dispute, row, to }: Step): Promise<void> {
  const { processor } = attempt;
  const entries = [
    ...(to === 'OPEN' ? postingsForDispute({ amountCents: dispute.amountCents, processor }) : []),
    ...(row?.state === 'OPEN'
      ? postingsReversed(postingsForDispute({ amountCents: row.amountCents, processor }))
      : []),
  ];
  await appendPostings(tx, { attempt, at: deps.clock.now() }, entries);
}

/** Posts a loss for a part of the charge, or after the money had already been returned. */
async function postLoss(tx: Tx, deps: Deps, { attempt, dispute }: Step): Promise<Attempt> {
  const { companyId, id: attemptId } = attempt;
  const { disputeReference: refundReference, amountCents } = dispute;
  deps.log.error(
    { event: 'dispute.needs_decision', companyId, attemptId, amountCents },
    'a dispute was lost for another amount than the charge',
  );
  const lost = { attempt, origin: 'DISPUTE', refundReference, amountCents } as const;
  return (await bookUnsentRefund(tx, deps, lost)).attempt;
}

async function moveInvoice(tx: Tx, deps: Deps, attempt: Attempt): Promise<void> {
  const { companyId, invoiceId } = attempt;
  if (attempt.purpose === 'INVOICES') return movePartsAfterDispute(tx, deps, attempt);
  const invoice = invoiceId ? await lockInvoice(tx, { companyId, invoiceId }) : null;
  if (!invoice) return;
  const status = await statusAfterDispute(tx, deps, { attempt, invoice });
  const change = { ...status, updatedAt: deps.clock.now() };
  await updateInvoice(tx, { companyId, invoiceId: invoice.id }, change);
}

/** The deadline can move, and evidence may have been submitted at the processor. */
async function noteDeadline(tx: Tx, row: DisputeRow, dispute: BookedDispute): Promise<void> {
  const { dueAt = row.dueAt, awaitsEvidence = row.awaitsEvidence } = dispute;
  if (dueAt === row.dueAt && awaitsEvidence === row.awaitsEvidence) return;
  await updateDispute(tx, row, { dueAt, awaitsEvidence });
}

export async function bookDispute(tx: Tx, deps: Deps, reported: ReportedDispute): Promise<Attempt> {
  const { attempt, dispute, isReturning } = reported;
  const { companyId, id: attemptId } = attempt;
  const processorReference = dispute.disputeReference;
  const row = await lockDispute(tx, { companyId, processorReference });
  const to = STATES[dispute.state];
  const next: readonly DisputeRow['state'][] = NEXT[row?.state ?? 'NONE'];
  if (!next.includes(to)) {
    if (row?.state === 'OPEN' && to === 'OPEN') await noteDeadline(tx, row, dispute);
    return attempt;
  }
  if (to === 'OPEN') {
    deps.log.error(
      { event: 'dispute.opened', companyId, attemptId, code: dispute.code },
      'a payment is disputed at the processor',
    );
  }
  const step = { ...reported, row, to };
  await postHold(tx, deps, step);
  const booked = await write(tx, deps, step);
  // If there was no earlier report of the dispute, the return and the loss are the same event.
  const isPosted = isReturning || (row === null && attempt.state === 'RETURNED');
  if (to === 'LOST' && isPosted) return booked;
  const settled = to === 'LOST' ? await postLoss(tx, deps, { ...step, attempt: booked }) : booked;
  await moveInvoice(tx, deps, settled);
  return settled;
}
