/**
 * An orphan is a charge with our reference but no attempt, because the last commits were lost or a backup was
 * restored. It becomes an attempt on the invoice or invoices that it names and is settled like any other. Without
 * such an invoice, it waits for a person (R69).
 */
import { requestIdSchema } from '@quittance/contract/ids';
import type { CompanyRow } from '../../companies/store.ts';
import { findInvoiceWithRequest, findRequest, lockInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { closeUnplaced, findUnplaced, noteUnplaced } from '../../ledger/unplaced-charges.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Outcome } from '../../processors/processor.ts';
import { lockSelection } from '../../requests/selections.ts';
import {
  canTakeCharge,
  type FoundCharge,
  placeOnInvoice,
  placeOnInvoices,
} from '../charge/place-charge.ts';
import { refundedIn } from '../core/attempt-state-of.ts';
import type { OwnReference } from './find-differences.ts';
import { resolveAttempt } from './resolve.ts';

type Orphan = { company: CompanyRow; charge: OwnReference };

type FoundOrphan = { company: CompanyRow; charge: FoundCharge; invoiceRef: string };

/** The processor's record contains the request, whose selection lists the amount for each invoice (R48). */
async function placeOnSelection(tx: Tx, deps: Deps, found: FoundOrphan): Promise<Attempt | null> {
  const { companyId } = found.company;
  const requestId = requestIdSchema.safeParse(found.invoiceRef).data;
  const request = requestId ? await findRequest(tx, { companyId, requestId }) : null;
  if (!requestId || request?.kind !== 'INVOICES') return null;
  const parts = await lockSelection(tx, { companyId, requestId });
  return placeOnInvoices(tx, deps, { ...found, requestId, parts });
}

async function place(tx: Tx, deps: Deps, found: FoundOrphan): Promise<Attempt | null> {
  const { companyId } = found.company;
  const named = await findInvoiceWithRequest(tx, { companyId, accountRef: found.invoiceRef });
  if (!named) return placeOnSelection(tx, deps, found);
  const { requestId } = named;
  const invoice = await lockInvoice(tx, { companyId, invoiceId: named.invoice.id });
  if (!invoice || !canTakeCharge(invoice)) return null;
  return placeOnInvoice(tx, deps, { ...found, requestId, invoice });
}

async function insertOrphan(tx: Tx, deps: Deps, { company, charge }: Orphan): Promise<boolean> {
  const { outcome, invoiceRef, reference: id, kind } = charge;
  if (!invoiceRef || !('amountCents' in outcome)) return false;
  const { processorReference, amountCents: totalCents } = outcome;
  const isPending = outcome.kind === 'pending';
  const found = { id, kind, processorReference, amountCents: totalCents, isPending };
  const attempt = await place(tx, deps, { company, charge: found, invoiceRef });
  if (!attempt) return false;
  const { companyId, amountCents, feeCents } = attempt;
  await appendAudit(tx, {
    companyId,
    actor: 'reconciler',
    action: 'payment.found',
    subject: `attempt:${id}`,
    detail: { invoiceRef, processorReference, amountCents, feeCents },
    at: deps.clock.now(),
  });
  return true;
}

/** Returns whether the charge was returned, or refunded at the processor. It then no longer needs to be placed. */
export function isBack(outcome: Outcome): boolean {
  return (
    outcome.kind === 'returned' ||
    (outcome.kind === 'succeeded' && refundedIn(outcome) === outcome.amountCents)
  );
}

async function note(tx: Tx, { clock }: Deps, { company, charge }: Orphan): Promise<void> {
  const { companyId, processor } = company;
  const { outcome, reference: id, invoiceRef, kind } = charge;
  if (!('amountCents' in outcome)) return;
  const { processorReference, amountCents } = outcome;
  await noteUnplaced(tx, {
    companyId,
    id,
    processor,
    processorReference,
    invoiceRef,
    kind,
    amountCents,
    isPending: outcome.kind === 'pending',
    foundAt: clock.now(),
  });
}

async function record(tx: Tx, deps: Deps, orphan: Orphan): Promise<'orphan' | 'unplaced' | null> {
  const { reference: id, outcome } = orphan.charge;
  const key = { companyId: orphan.company.companyId, id };
  const noted = await findUnplaced(tx, key);
  if (noted?.closedAt) return null;
  const isGone = isBack(outcome);
  if (noted && isGone) {
    await closeUnplaced(tx, key, deps.clock.now());
    return null;
  }
  if (await insertOrphan(tx, deps, orphan)) {
    await closeUnplaced(tx, key, deps.clock.now());
    return 'orphan';
  }
  if (isGone) return null;
  await note(tx, deps, orphan);
  return 'unplaced';
}

/**
 * Returns `unplaced` if no invoice of ours can take the charge, which is then listed for a person. Returns null if
 * a person has already decided, or if the money was already returned.
 */
export async function recordOrphan(deps: Deps, orphan: Orphan) {
  const { companyId } = orphan.company;
  const { reference: attemptId } = orphan.charge;
  const recorded = await deps.database.inCompany({ companyId }, (tx) => record(tx, deps, orphan));
  if (recorded === 'orphan') await resolveAttempt(deps, { companyId, attemptId }, 'reconciler');
  return recorded;
}
