/**
 * The second half of the door: what a payment's event does to the ledger and to the invoice's
 * balance and status. Called by settle() alone, inside its transaction and under its locks.
 */
import { attemptIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { payableAmount } from '@quittance/domain/amounts';
import { assertNever, invariant } from '@quittance/domain/invariant';
import { type InvoiceEvent, moveInvoice } from '@quittance/domain/invoice-status';
import type { PaymentEvent } from '@quittance/domain/payment-status';
import { postingsForReturn, postingsForSuccess } from '@quittance/domain/postings';
import type { Deps } from '../deps.ts';
import { type Attempt, hasOpenAttempt, insertAttempt, updateAttempt } from '../storage/attempts.ts';
import { findCompany } from '../storage/companies.ts';
import type { Tx } from '../storage/database.ts';
import {
  finishSchedule,
  type InvoiceChange,
  type InvoiceRow,
  lockInvoice,
  updateInvoice,
} from '../storage/invoices.ts';
import { appendPostings } from '../storage/postings.ts';

export type Happened = { attempt: Attempt; invoice: InvoiceRow | null; event: PaymentEvent };

type OnInvoice = { attempt: Attempt; invoice: InvoiceRow };

/** Returns the attempt as it stands afterwards. */
export async function applyEvent(tx: Tx, deps: Deps, happened: Happened): Promise<Attempt> {
  const { attempt, event } = happened;
  invariant(happened.invoice, 'a payment is made on an invoice');
  const { companyId, id: invoiceId } = happened.invoice;
  // Read again: an earlier event of the same news may have changed it.
  const invoice = await lockInvoice(tx, { companyId, invoiceId });
  invariant(invoice, 'invoices are never deleted');
  switch (event) {
    case 'succeeded':
      return succeeded(tx, deps, { attempt, invoice });
    case 'declined':
      await moveTo(tx, deps, { attempt, invoice, change: {}, event: 'failed' });
      return attempt;
    case 'returned':
      return returned(tx, deps, { attempt, invoice });
    default:
      return assertNever(event);
  }
}

function posted(attempt: Attempt) {
  const { invoiceId, customerId, processor, amountCents, feeCents, creditCents } = attempt;
  const principalCents = subtractCents(amountCents, creditCents);
  return { invoiceId, customerId, processor, principalCents, feeCents, creditCents };
}

/** What no longer fits on the invoice is the customer's credit: never dropped (M3). */
async function succeeded(tx: Tx, deps: Deps, { attempt, invoice }: OnInvoice): Promise<Attempt> {
  const key = { companyId: attempt.companyId, attemptId: attempt.id };
  const at = deps.clock.now();
  const owedCents = subtractCents(invoice.totalCents, invoice.paidCents);
  const principalCents = minCents(attempt.amountCents, owedCents);
  const creditCents = subtractCents(attempt.amountCents, principalCents);
  const credited = creditCents > 0 ? await updateAttempt(tx, key, { creditCents }) : attempt;
  if (creditCents > 0) {
    deps.log.error({ ...key, creditCents }, 'a charge succeeded on an invoice already paid');
  }
  await appendPostings(tx, { ...key, at }, postingsForSuccess(posted(credited)));
  const paidCents = addCents(invoice.paidCents, principalCents);
  const compensatedCents = await compensate(tx, deps, { attempt: credited, invoice, paidCents });
  const isClosed = addCents(paidCents, compensatedCents) === invoice.totalCents;
  const change: InvoiceChange = {
    paidCents: addCents(paidCents, compensatedCents),
    ...(compensatedCents > 0 && invoice.negotiation
      ? { negotiation: { ...invoice.negotiation, isApplied: true } }
      : {}),
  };
  const event = isClosed ? 'succeeded' : 'partlyPaid';
  await moveTo(tx, deps, { attempt: credited, invoice, change, event });
  if (isClosed) await finishSchedule(tx, { companyId: key.companyId, invoiceId: invoice.id });
  return credited;
}

/** R11: a negotiated amount paid in full closes the rest by a compensation of its own. */
async function compensate(
  tx: Tx,
  { clock, entropy }: Deps,
  { attempt, invoice, paidCents }: OnInvoice & { paidCents: Cents },
): Promise<Cents> {
  const { negotiation, totalCents } = invoice;
  const isSettled = payableAmount({ totalCents, paidCents, negotiation }) === 0;
  const restCents = subtractCents(totalCents, paidCents);
  if (!negotiation?.isActive || negotiation.isApplied || !isSettled || restCents <= 0) return ZERO;
  const at = clock.now();
  const compensation = await insertAttempt(tx, {
    companyId: invoice.companyId,
    id: attemptIdSchema.parse(entropy.uuid()),
    requestId: attempt.requestId,
    invoiceId: invoice.id,
    customerId: invoice.customerId,
    purpose: attempt.purpose,
    type: 'COMPENSATION',
    initiator: 'CIT',
    processor: 'manual',
    method: 'NEGOTIATION',
    state: 'SUCCEEDED',
    amountCents: restCents,
    feeCents: ZERO,
    creditCents: ZERO,
    createdAt: at,
    settledAt: at,
  });
  const key = { companyId: compensation.companyId, attemptId: compensation.id, at };
  await appendPostings(tx, key, postingsForSuccess(posted(compensation)));
  return restCents;
}

/** Nothing was received after all: principal and fee both go back, and the invoice reopens. */
async function returned(tx: Tx, deps: Deps, { attempt, invoice }: OnInvoice): Promise<Attempt> {
  const key = { companyId: attempt.companyId, attemptId: attempt.id };
  await appendPostings(tx, { ...key, at: deps.clock.now() }, postingsForReturn(posted(attempt)));
  const principalCents = subtractCents(attempt.amountCents, attempt.creditCents);
  const change = { paidCents: subtractCents(invoice.paidCents, principalCents) };
  await moveTo(tx, deps, { attempt, invoice, change, event: 'returned' });
  return attempt;
}

type InvoiceStep = OnInvoice & { change: InvoiceChange; event: InvoiceEvent };

/**
 * While another attempt holds the invoice, its status is that attempt's business and only the
 * balance changes. A payment that succeeds late finds the invoice reopened and starts it again.
 */
async function moveTo(tx: Tx, deps: Deps, { attempt, invoice, change, event }: InvoiceStep) {
  const { companyId, id: invoiceId } = invoice;
  const isHeld = await hasOpenAttempt(tx, { companyId, invoiceId }, attempt.id);
  const status = isHeld ? {} : await statusAfter(tx, deps, { invoice, event });
  await updateInvoice(tx, { companyId, invoiceId }, { ...change, ...status });
}

async function statusAfter(
  tx: Tx,
  { clock }: Deps,
  { invoice, event }: { invoice: InvoiceRow; event: InvoiceEvent },
): Promise<InvoiceChange> {
  const company = await findCompany(tx, invoice.companyId);
  invariant(company, 'an invoice has its company');
  const facts = { dueDate: invoice.dueOn, today: clock.today(company.timeZone) };
  const { status, statusBefore } = invoice;
  // Closed already, and only credit came: nothing to move.
  const isClosed = status === 'COLLECTED' || status === 'PAYMENT_PLAN_COLLECTED';
  if (isClosed && event !== 'returned') return {};
  if (!isClosed && event === 'returned') return {};
  const isLate = status !== 'PENDING' && event !== 'returned';
  const from = isLate ? moveInvoice({ status, event: 'started', statusBefore, ...facts }) : status;
  const to = moveInvoice({ status: from, event, statusBefore: statusBefore ?? status, ...facts });
  return { status: to, statusBefore: null };
}
