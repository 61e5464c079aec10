/**
 * R11: once the negotiated amount is paid, a compensation closes the rest of the invoice. R41: the compensation
 * depends on the payments that earned it.
 */
import { addDays } from '@quittance/contract/dates';
import { attemptIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import { leftToGiveBack } from '@quittance/domain/billing/entitlement';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { invariant } from '@quittance/domain/invariant';
import { receivable } from '@quittance/domain/ledger-accounts';
import { postingsForSuccess } from '@quittance/domain/postings';
import { findCompany } from '../../companies/store.ts';
import { findRequestOfInvoice, type InvoiceChange } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import {
  type Attempt,
  appendMove,
  insertAttempt,
  lockShortfall,
  lockWaiver,
  updateAttempt,
} from '../../ledger/attempts.ts';
import { appendPostings } from '../../ledger/postings.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { reverseCompensation } from './compensation.ts';
import { postReturn } from './ledger.ts';

type Paid = { attempt: Attempt; invoice: InvoiceRow; paidCents: Cents };

async function waive(
  tx: Tx,
  { clock, entropy }: Deps,
  { attempt, invoice, restCents }: Paid & { restCents: Cents },
): Promise<void> {
  const at = clock.now();
  const { companyId, id: invoiceId, customerId } = invoice;
  // A payment on several invoices has its own request and purpose. The waiver is for one of them.
  const request = attempt.invoiceId
    ? null
    : await findRequestOfInvoice(tx, { companyId, invoiceId });
  const waiver = await insertAttempt(tx, {
    companyId,
    id: attemptIdSchema.parse(entropy.uuid()),
    requestId: request?.id ?? attempt.requestId,
    invoiceId,
    customerId,
    purpose: request ? 'FULL_AMOUNT' : attempt.purpose,
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
  const principals = [{ account: receivable(invoiceId), amountCents: restCents }];
  const { processor } = waiver;
  const money = { principals, customerId, processor, feeCents: ZERO, creditCents: ZERO };
  await appendPostings(tx, { attempt: waiver, at }, postingsForSuccess(money));
}

export async function balanceAfter(tx: Tx, deps: Deps, paid: Paid): Promise<InvoiceChange> {
  const { invoice, paidCents } = paid;
  const { negotiation, totalCents } = invoice;
  const restCents = subtractCents(totalCents, paidCents);
  const isNegotiated = negotiation?.isActive && !negotiation.isApplied;
  const isSettled = payableAmount({ totalCents, paidCents, negotiation }) === 0;
  if (!isNegotiated || !isSettled || restCents <= 0) return { paidCents };
  // Credit of the invoice was used elsewhere since the offer, so that the rest is owed (R112).
  if (restCents > leftToGiveBack(invoice)) {
    return { paidCents, negotiation: { ...negotiation, isActive: false } };
  }
  await waive(tx, deps, { ...paid, restCents });
  return {
    paidCents: addCents(paidCents, restCents),
    waivedCents: addCents(invoice.waivedCents, restCents),
    negotiation: { ...negotiation, isApplied: true },
  };
}

const OPEN_AGAIN_DAYS = 10;

async function withdrawWaiver(tx: Tx, deps: Deps, { companyId, id }: InvoiceRow): Promise<Cents> {
  const waiver = await lockWaiver(tx, { companyId, invoiceId: id });
  if (!waiver) return ZERO;
  const key = { companyId, attemptId: waiver.id };
  const at = deps.clock.now();
  await appendMove(tx, waiver, {
    fromState: waiver.state,
    toState: 'RETURNED',
    source: 'negotiation',
    at,
  });
  await updateAttempt(tx, key, { state: 'RETURNED', settledAt: at, updatedAt: at });
  await postReturn(tx, deps, waiver);
  return waiver.amountCents;
}

type ReversedPayment = { attempt: Attempt; invoice: InvoiceRow; reversedCents: Cents };

/** The rest that was written off with the payment is owed again, too (R101). */
async function withdrawShortfall(
  tx: Tx,
  deps: Deps,
  { attempt, invoice }: ReversedPayment,
): Promise<Cents> {
  const { companyId, requestId, processor, purpose } = attempt;
  if (processor !== 'manual' || purpose !== 'INVOICES') return ZERO;
  const compensation = await lockShortfall(tx, { companyId, requestId, invoiceId: invoice.id });
  if (!compensation) return ZERO;
  await reverseCompensation(tx, deps, compensation);
  return compensation.amountCents;
}

/** Returns the invoice balance after a return. */
export async function balanceAfterReturn(
  tx: Tx,
  deps: Deps,
  reversed: ReversedPayment,
): Promise<InvoiceChange> {
  const shortCents = await withdrawShortfall(tx, deps, reversed);
  const waivedCents = subtractCents(reversed.invoice.waivedCents, shortCents);
  const paidCents = subtractCents(reversed.invoice.paidCents, shortCents);
  const invoice = { ...reversed.invoice, waivedCents, paidCents };
  return { waivedCents, ...(await balanceWithoutOffer(tx, deps, { ...reversed, invoice })) };
}

/** A payment made before the offer did not earn the waiver. */
async function balanceWithoutOffer(
  tx: Tx,
  deps: Deps,
  { attempt, invoice, reversedCents }: ReversedPayment,
): Promise<InvoiceChange> {
  const { negotiation } = invoice;
  const paidCents = subtractCents(invoice.paidCents, reversedCents);
  if (!negotiation?.isActive || reversedCents === 0) return { paidCents };
  const { offeredAt } = negotiation;
  if (offeredAt !== undefined && attempt.createdAt < offeredAt) {
    const paidBeforeCents = subtractCents(negotiation.paidBeforeCents, reversedCents);
    return { paidCents, negotiation: { ...negotiation, paidBeforeCents } };
  }
  if (!negotiation.isApplied) return { paidCents };
  const waivedCents = await withdrawWaiver(tx, deps, invoice);
  const company = await findCompany(tx, invoice.companyId);
  invariant(company, 'an invoice has its company');
  const openUntil = addDays(deps.clock.today(company.timeZone), OPEN_AGAIN_DAYS);
  return {
    paidCents: subtractCents(paidCents, waivedCents),
    waivedCents: subtractCents(invoice.waivedCents, waivedCents),
    negotiation: { ...negotiation, isApplied: false, openUntil },
  };
}
