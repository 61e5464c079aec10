/**
 * Turns an intent whose money moved into an attempt with the same id, and settles it in the same transaction,
 * exactly once (R44). It pays what is still owed; the rest becomes a credit, as after a late success. A debit that
 * is only accepted must hold its payable. If it cannot, it is booked once it has succeeded.
 */
import type { MandateId } from '@quittance/contract/ids';
import { addCents, ZERO } from '@quittance/contract/money';
import { toMethodType } from '@quittance/domain/checkout/payment-options';
import { invariant } from '@quittance/domain/invariant';
import { canMoveInvoice } from '@quittance/domain/status/invoice-status';
import { payableNow } from '../../arrangements/payable-now.ts';
import { writePlan } from '../../arrangements/write-plan.ts';
import { type CompanyRow, findCompany } from '../../companies/store.ts';
import { findChargedPayer } from '../../customers/store.ts';
import { findRequest } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import {
  findAttempt,
  hasOpenAttempt,
  hasOpenAttemptOnRequest,
  insertAttempt,
} from '../../ledger/attempts.ts';
import { type Intent, type IntentQuote, lockIntent, updateIntent } from '../../ledger/intents.ts';
import { nextCheckAt } from '../../ledger/next-check.ts';
import { recordConsent } from '../../methods/consent.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { FoundIntent } from '../../processors/processor.ts';
import { hasOpenAttemptOnOrders } from '../../projects/orders.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { announceStart, startPayment } from '../charge/write-attempt.ts';
import { toMandateTerms } from '../core/intent-mandate.ts';
import { lockPayable, type Payable } from '../core/lock-payable.ts';
import { type SettleSource, settleIn } from '../settlement/settle.ts';

export type MovedIntent = Extract<FoundIntent, { quote: number }>;

export type IntentBooking = { intent: Intent; found: MovedIntent; source: SettleSource };

type IntentPlacement = IntentBooking & {
  quote: IntentQuote;
  company: CompanyRow;
  payable: Payable;
};

function chargedQuote({ quotes }: Intent, found: MovedIntent): IntentQuote | null {
  const quote = quotes.find(({ version }) => version === found.quote);
  if (!quote) return null;
  const isSame = found.amountCents === addCents(quote.amountCents, quote.feeCents);
  return isSame && found.currency === 'USD' ? quote : null;
}

/** A partial payment of a scheduled invoice leaves the schedule unchanged. */
function isWhole(deps: Deps, { quote, company }: IntentPlacement, invoice: InvoiceRow): boolean {
  return quote.amountCents >= payableNow(deps, invoice, company).amount;
}

async function canHold(tx: Tx, deps: Deps, placed: IntentPlacement): Promise<boolean> {
  const { intent, payable } = placed;
  const { companyId, requestId } = intent;
  if (await hasOpenAttemptOnRequest(tx, { companyId, requestId })) return false;
  switch (payable.kind) {
    case 'invoice': {
      const { id: invoiceId, status } = payable.invoice;
      const isTaken = await hasOpenAttempt(tx, { companyId, invoiceId });
      if (isTaken || !canMoveInvoice({ status, event: 'started' })) return false;
      return status !== 'PAYMENT_EXTENSION' || isWhole(deps, placed, payable.invoice);
    }
    case 'orders': {
      const orderIds = payable.requested.map(({ order }) => order.id);
      return !(await hasOpenAttemptOnOrders(tx, { companyId, requestId }, orderIds));
    }
    case 'invoices':
      // Intents are not offered for several invoices.
      return false;
    case 'estimate':
      return true;
  }
}

/** The payer agreed to the text by confirming. Returns null for a single card payment. */
async function recordMandate(
  tx: Tx,
  deps: Deps,
  { intent, quote }: IntentPlacement,
): Promise<MandateId | null> {
  const { mandateText: text, kind, quotedOn, quotedAt: at } = quote;
  if (text === null) return null;
  const { companyId, customerId, evidence } = intent;
  const terms = toMandateTerms(quote, quotedOn);
  const method = { companyId, customerId, id: null, kind };
  return recordConsent(tx, deps, { method, terms, text, from: quotedOn, evidence, at });
}

type NewPayment = {
  purpose: IntentQuote['purpose'];
  paymentOption: IntentQuote['paymentOption'];
  savesMethodAs: IntentQuote['savesMethodAs'];
  plan: { planId: string; from: number; to: number } | null;
};

function canStartPlan(
  deps: Deps,
  { found, quote, company }: IntentPlacement,
  invoice: InvoiceRow,
): boolean {
  const { amount, options } = payableNow(deps, invoice, company);
  return (
    found.kind !== 'returned' &&
    amount === quote.plan?.amountCents &&
    options.includes('PAYMENT_PLAN') &&
    canMoveInvoice({ status: invoice.status, event: 'planStarted' })
  );
}

const WITHOUT_PLAN = {
  purpose: 'FULL_AMOUNT',
  paymentOption: 'PAY_IN_FULL',
  savesMethodAs: null,
  plan: null,
} as const satisfies NewPayment;

/** If the plan can no longer start, its first amount becomes a regular payment on the invoice. */
async function preparePayment(
  tx: Tx,
  deps: Deps,
  parts: { placed: IntentPlacement; mandateId: MandateId | null; isHolding: boolean },
): Promise<NewPayment> {
  const { placed, mandateId, isHolding } = parts;
  const { quote, company, payable } = placed;
  const { purpose, paymentOption, savesMethodAs, plan: terms } = quote;
  if (!terms) return { purpose, paymentOption, savesMethodAs, plan: null };
  invariant(payable.kind === 'invoice' && mandateId, 'a plan has its invoice and mandate');
  const { invoice } = payable;
  if (!isHolding || !canStartPlan(deps, placed, invoice)) return WITHOUT_PLAN;
  const planId = await writePlan(tx, deps, { invoice, company, terms, mandateId, methodId: null });
  return { purpose, paymentOption, savesMethodAs, plan: { planId, from: 1, to: 1 } };
}

async function start(
  tx: Tx,
  deps: Deps,
  { placed, plan }: { placed: IntentPlacement; plan: NewPayment['plan'] },
): Promise<void> {
  const { intent, company, payable } = placed;
  const { companyId, customerId, requestId } = intent;
  const request = await findRequest(tx, { companyId, requestId });
  const payer = await findChargedPayer(tx, { companyId, customerId });
  invariant(request && payer, 'an intent has its request and payer');
  const invoice = payable.kind === 'invoice' ? payable.invoice : null;
  const context = { request, invoice, company, payer: { ...payer, reference: customerId } };
  await startPayment(tx, deps, { context, plan });
}

async function insertMoved(
  tx: Tx,
  deps: Deps,
  { placed, isHolding }: { placed: IntentPlacement; isHolding: boolean },
): Promise<void> {
  const { intent, quote, found } = placed;
  const { companyId, id, requestId, invoiceId, customerId, actor, evidence } = intent;
  const mandateId = await recordMandate(tx, deps, placed);
  const { plan, ...payment } = await preparePayment(tx, deps, { placed, mandateId, isHolding });
  const now = deps.clock.now();
  const { amountCents, feeCents } = quote;
  const state = isHolding ? 'SENT' : 'CREATED';
  const attempt = await insertAttempt(tx, {
    companyId,
    id,
    requestId,
    invoiceId,
    customerId,
    ...payment,
    type: 'PAYMENT',
    initiator: 'CIT',
    processor: intent.processor,
    state,
    method: toMethodType(quote.kind),
    mandateId,
    amountCents,
    feeCents,
    creditCents: ZERO,
    quotedCents: addCents(amountCents, feeCents),
    planId: plan?.planId ?? null,
    installmentFrom: plan?.from ?? null,
    installmentTo: plan?.to ?? null,
    processorReference: found.processorReference,
    nextCheckAt: isHolding ? nextCheckAt({ state: 'SENT', checkCount: 0, now }) : null,
    clientAddress: evidence.ipAddress,
    createdAt: now,
  });
  if (isHolding) await start(tx, deps, { placed, plan });
  await announceStart(tx, deps, { attempt, actor, address: evidence.ipAddress });
}

/**
 * Inserts the attempt unless it already exists. The row is read again under its lock, because a change may have
 * added a version.
 */
async function place(
  tx: Tx,
  deps: Deps,
  booking: IntentBooking,
): Promise<'placed' | 'waiting' | 'unclear'> {
  const { companyId, id: intentId } = booking.intent;
  const payable = await lockPayable(tx, { ...booking.intent, planId: null });
  const intent = await lockIntent(tx, { companyId, intentId });
  const company = await findCompany(tx, companyId);
  invariant(intent && company, 'an intent is never deleted and has its company');
  if (await findAttempt(tx, { companyId, attemptId: intentId })) return 'placed';
  const quote = chargedQuote(intent, booking.found);
  if (!quote) return 'unclear';
  const placed = { ...booking, intent, quote, company, payable };
  const isHolding = await canHold(tx, deps, placed);
  if (booking.found.kind === 'pending' && !isHolding) return 'waiting';
  const { processorReference } = booking.found;
  const final = { nextCheckAt: null, settledAt: deps.clock.now() };
  // The intent is updated first, because from this point its attempt holds the invoice.
  await updateIntent(tx, { companyId, intentId }, { state: 'MOVED', processorReference, ...final });
  await insertMoved(tx, deps, { placed, isHolding });
  return 'placed';
}

/**
 * 'waiting' means a debit that cannot hold its payable yet. 'unclear' means manual review, and the payable stays
 * held.
 */
export async function bookIntent(
  deps: Deps,
  booking: IntentBooking,
): Promise<'moved' | 'waiting' | 'unclear'> {
  const { intent, found, source } = booking;
  const { companyId, id: attemptId } = intent;
  const end = await deps.database.inCompany({ companyId }, async (tx) => {
    const placed = await place(tx, deps, booking);
    if (placed !== 'placed') return placed;
    const { quote: _version, ...outcome } = found;
    await settleIn(tx, deps, { companyId, attemptId, outcome, source });
    return 'moved' as const; // because the three results are one type
  });
  if (end === 'unclear') {
    deps.log.fatal(
      { event: 'intent.other_amount', companyId, attemptId, amountCents: found.amountCents },
      'an intent was charged with another amount than it was offered for',
    );
  }
  return end;
}
