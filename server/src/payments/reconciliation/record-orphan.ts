/**
 * An orphan is a charge with our reference and no attempt: the last commits were lost or a backup was
 * restored. It becomes an attempt on the invoice, or the several invoices, it names and is settled like any
 * other. Without such an invoice it waits for a person (R76).
 */
import type { Deps } from '../../deps.ts';
import { findInvoiceWithRequest, lockInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { closeUnplaced, noteUnplaced } from '../../storage/payments/unplaced-charges.ts';
import { canTakeCharge, placeCharge } from '../charge/place-charge.ts';
import { refundedIn } from '../core/attempt-state-of.ts';
import { insertOrphanParts, type Orphan } from './orphan-parts.ts';
import { resolveAttempt } from './resolve.ts';

async function insertOrphan(tx: Tx, deps: Deps, { company, charge }: Orphan): Promise<boolean> {
  const { companyId } = company;
  const { outcome, invoiceRef, reference, kind } = charge;
  const found = invoiceRef
    ? await findInvoiceWithRequest(tx, { companyId, accountRef: invoiceRef })
    : null;
  if (!found) return insertOrphanParts(tx, deps, { company, charge });
  if (!('amountCents' in outcome)) return false;
  const invoice = await lockInvoice(tx, { companyId, invoiceId: found.invoice.id });
  if (!invoice || !canTakeCharge(invoice)) return false;
  const { processorReference } = outcome;
  const { amountCents, feeCents } = await placeCharge(tx, deps, {
    company,
    invoice,
    requestId: found.requestId,
    charge: {
      id: reference,
      kind,
      processorReference,
      amountCents: outcome.amountCents,
      isPending: outcome.kind === 'pending',
    },
  });
  await appendAudit(tx, {
    companyId,
    actor: 'reconciler',
    action: 'payment.found',
    subject: `attempt:${reference}`,
    detail: { invoiceRef, processorReference, amountCents, feeCents },
    at: deps.clock.now(),
  });
  return true;
}

/** What came back, or was refunded at the processor, is no longer to be placed. */
async function note(tx: Tx, { clock }: Deps, { company, charge }: Orphan): Promise<void> {
  const { companyId, processor } = company;
  const { outcome, reference: id, invoiceRef, kind } = charge;
  if (!('amountCents' in outcome)) return;
  const { processorReference, amountCents } = outcome;
  const isBack =
    outcome.kind === 'returned' ||
    (outcome.kind === 'succeeded' && refundedIn(outcome) === amountCents);
  if (isBack) {
    await closeUnplaced(tx, { companyId, id }, clock.now());
    return;
  }
  await noteUnplaced(tx, {
    ...{ companyId, id, processor, processorReference, invoiceRef, kind, amountCents },
    isPending: outcome.kind === 'pending',
    foundAt: clock.now(),
  });
}

/** False when no invoice of ours can take it: it is listed for a person then. */
export async function recordOrphan(deps: Deps, orphan: Orphan): Promise<boolean> {
  const { companyId } = orphan.company;
  const { reference: attemptId } = orphan.charge;
  const isPlaced = await deps.database.inCompany({ companyId }, async (tx) => {
    const placed = await insertOrphan(tx, deps, orphan);
    if (placed) await closeUnplaced(tx, { companyId, id: attemptId }, deps.clock.now());
    else await note(tx, deps, orphan);
    return placed;
  });
  if (isPlaced) await resolveAttempt(deps, { companyId, attemptId }, 'reconciler');
  return isPlaced;
}
