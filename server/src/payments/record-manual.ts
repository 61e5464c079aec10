/**
 * Records a payment without a processor (R89): cash, a check, a wire, a money order or another kind that the company
 * received, on one invoice or several, and its reversal. The payment is stored and settled in one transaction,
 * because there is no call in between. settle() handles it like every payment. A reference is recorded only once.
 */
import { compareDates, type Instant, type IsoDate } from '@quittance/contract/dates';
import { MINUTE_MS } from '@quittance/contract/durations';
import { formatDate, formatMoney } from '@quittance/contract/format';
import {
  attemptIdSchema,
  type CompanyId,
  type CustomerId,
  type InvoiceId,
  requestIdSchema,
} from '@quittance/contract/ids';
import { addCents, type Cents, minCents, subtractCents, ZERO } from '@quittance/contract/money';
import { dateTexts } from '@quittance/contract/texts/en/dates';
import { type InvoiceStatus, isPayment, type ManualMethod } from '@quittance/contract/vocabulary';
import { payableAmount, restOfPlan } from '@quittance/domain/checkout/amounts';
import { invariant } from '@quittance/domain/invariant';
import { activeInstallment } from '@quittance/domain/status/plan-status';
import { listInstallments } from '../arrangements/installments.ts';
import { refuseClosed } from '../arrangements/payable-now.ts';
import { lockLivePlan } from '../arrangements/plans.ts';
import { findCompany } from '../companies/store.ts';
import { findPayer } from '../customers/store.ts';
import { findRequest, findRequestOfInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, invalidField } from '../kernel/errors.ts';
import type { PaidPart } from '../ledger/attempt-parts.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  findManualAttempt,
  insertAttempt,
} from '../ledger/attempts.ts';
import { listHolds, lockInvoices } from '../ledger/holds.ts';
import { listOpenIntentsOn } from '../ledger/intents.ts';
import { nextCheckAt } from '../ledger/next-check.ts';
import { lockName } from '../ledger/recent-attempts.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Booked } from '../processors/processor.ts';
import { insertSelection } from '../requests/selections.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { announceStart, startPayment, writeParts } from './charge/write-attempt.ts';
import type { ChargeTerms, PaymentContext } from './core/charge-terms.ts';
import { settleIn } from './settlement/settle.ts';
import { owedOn } from './settlement/settle-invoice.ts';
import { refuseLargeRest, writeOffRests } from './settlement/write-off.ts';

/** Null stands for what is owed on the invoice, at most what arrived. */
export type ManualPart = { invoiceId: InvoiceId; amountCents: Cents | null };

export type ManualPayment = {
  companyId: CompanyId;
  method: ManualMethod;
  /** The invoices that the payment covers, in the order of the split. */
  parts: readonly ManualPart[];
  /** Who paid on account, without an invoice. */
  customerId?: CustomerId;
  /** The amount that arrived (R116): the sum of the parts if it is not given. The rest is credit. */
  receivedCents?: Cents | undefined;
  /** The balance that the payment leaves on its invoices is written off (R101). */
  writesOffRest?: boolean | undefined;
  /** Number of the check or the transfer. A customer uses it once per kind, unless it is reversed (R102). */
  reference: string | null;
  /** Today if it is not given. */
  receivedOn?: IsoDate | undefined;
  note?: string | undefined;
  actor: string;
  at: Instant;
};

type Received = {
  payment: ManualPayment;
  customerId: CustomerId;
  paid: readonly PaidPart[];
  receivedCents: Cents;
  /** How much exceeds the invoices. */
  restCents: Cents;
};

const sumParts = (parts: readonly { amountCents: Cents | null }[]): Cents =>
  addCents(...parts.map(({ amountCents }) => amountCents ?? ZERO));

/** The invoices of one customer, locked in the order of their ids. An invoice of another one is not found. */
async function lockPaid(tx: Tx, payment: ManualPayment): Promise<PaidPart[]> {
  const { companyId, parts, receivedCents = sumParts(parts) } = payment;
  const invoiceIds = parts.map(({ invoiceId }) => invoiceId);
  const locked = await lockInvoices(tx, { companyId, invoiceIds });
  const byId = new Map(locked.map((invoice) => [invoice.id, invoice]));
  const [first] = locked;
  const paid = parts.flatMap(({ invoiceId, amountCents }) => {
    const invoice = byId.get(invoiceId);
    if (!invoice || invoice.customerId !== first?.customerId) return [];
    return [
      { invoice, amountCents: amountCents ?? minCents(receivedCents, payableAmount(invoice)) },
    ];
  });
  if (paid.length !== parts.length || byId.size !== parts.length) {
    throw new AppError('ACCOUNT_NOT_FOUND');
  }
  return paid;
}

/** A plan is paid off only by a payment that names its invoice. */
function isAlone(received: Received): boolean {
  const [first, another] = received.paid;
  if (!first || another) return false;
  return first.invoice.status !== 'PAYMENT_PLAN_IN_PROGRESS' || toSingle(received) !== null;
}

async function lockReceived(tx: Tx, payment: ManualPayment): Promise<Received> {
  const paid = payment.parts.length > 0 ? await lockPaid(tx, payment) : [];
  const customerId = paid[0]?.invoice.customerId ?? payment.customerId;
  invariant(customerId, 'a payment is of a customer');
  const paidCents = sumParts(paid);
  const { receivedCents = paidCents } = payment;
  if (receivedCents < paidCents) {
    throw invalidField('amount', 'Expected at least the sum of the amounts of the invoices.');
  }
  const restCents = subtractCents(receivedCents, paidCents);
  return { payment, customerId, paid, receivedCents, restCents };
}

/** A payment of exactly one invoice, as far as its balance goes, names it. Any other one has parts. */
function toSingle({ payment, paid, restCents }: Received): InvoiceRow | null {
  const [first, another] = paid;
  if (!first || another || payment.writesOffRest) return null;
  return restCents === 0 || first.amountCents === owedOn(first.invoice) ? first.invoice : null;
}

/** Several invoices are paid by a request of their own (R48), and so is what no invoice owes. */
async function findPaidRequest(tx: Tx, deps: Deps, received: Received) {
  const { payment, customerId, paid } = received;
  const { companyId, at: createdAt } = payment;
  const single = toSingle(received);
  if (single) return findRequestOfInvoice(tx, { companyId, invoiceId: single.id });
  const requestId = requestIdSchema.parse(deps.entropy.uuid());
  const lines = paid.map(({ invoice, amountCents }) => ({ invoiceId: invoice.id, amountCents }));
  await insertSelection(tx, { companyId, customerId, requestId, createdAt }, lines);
  return findRequest(tx, { companyId, requestId });
}

async function readContext(tx: Tx, deps: Deps, received: Received): Promise<PaymentContext> {
  const { payment, customerId, paid } = received;
  const { companyId } = payment;
  const person = await findPayer(tx, { companyId, customerId });
  if (!person) throw new AppError('DEBTOR_NOT_FOUND');
  const request = await findPaidRequest(tx, deps, received);
  const company = await findCompany(tx, companyId);
  invariant(request && company, 'a payment has its request');
  const payer = { ...person, reference: customerId };
  const single = toSingle(received);
  const covered = single ? { invoice: single } : { invoice: null, parts: paid };
  return { request, company, payer, ...covered };
}

/** A plan can only be paid off as a whole. A partial payment would leave the wrong charges planned. */
async function planPaidBy(
  tx: Tx,
  { companyId, id: invoiceId, status }: InvoiceRow,
  amountCents: Cents,
): Promise<ChargeTerms['plan']> {
  if (status !== 'PAYMENT_PLAN_IN_PROGRESS') return null;
  const plan = await lockLivePlan(tx, { companyId, invoiceId });
  invariant(plan, 'an invoice in a plan has one');
  const rows = await listInstallments(tx, { companyId, planId: plan.id });
  const next = activeInstallment(rows);
  invariant(next, 'a running plan has an unpaid installment');
  if (restOfPlan(rows).amountCents !== amountCents) throw new AppError('AMOUNT_CHANGED');
  return { planId: plan.id, from: next.index, to: plan.count };
}

/** The same as for a payer who pays several invoices at once (R48). */
const PAYABLE_TOGETHER: readonly InvoiceStatus[] = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];

function refuseUnlessOwed({ invoice, amountCents }: PaidPart, isOnly: boolean): void {
  refuseClosed(invoice);
  const { status } = invoice;
  if (status === 'DRAFT' || status === 'DISPUTED') throw new AppError('ACCOUNT_NOT_PAYABLE');
  if (!isOnly && !PAYABLE_TOGETHER.includes(status)) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const owedCents = payableAmount(invoice);
  if (amountCents < 1 || amountCents > owedCents) throw new AppError('AMOUNT_CHANGED');
  if (status === 'PAYMENT_EXTENSION' && amountCents !== owedCents) {
    throw new AppError('AMOUNT_CHANGED');
  }
}

/** A page on which the payer can still confirm a charge (R44). It is canceled at the latest when it expires. */
async function refuseBesideIntent(
  tx: Tx,
  { clock }: Deps,
  open: { companyId: CompanyId; invoiceIds: readonly InvoiceId[] },
): Promise<void> {
  const intents = await listOpenIntentsOn(tx, open);
  if (intents.length === 0) return;
  const lastMs = Math.max(...intents.map(({ expiresAt }) => Date.parse(expiresAt)));
  const minutes = Math.max(1, Math.ceil((lastMs - Date.parse(clock.now())) / MINUTE_MS));
  const span = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  throw new AppError('ACCOUNT_IS_PROCESSING', {
    details: { minutes },
    responseMessage: `The payer is paying now; try again in ${span}.`,
    retryAfterMs: minutes * MINUTE_MS,
  });
}

async function refuseWhilePaid(tx: Tx, deps: Deps, { payment, paid }: Received): Promise<void> {
  const { companyId } = payment;
  const invoiceIds = paid.map(({ invoice }) => invoice.id);
  const holds = await listHolds(tx, { companyId, invoiceIds, except: null });
  if (invoiceIds.some((id) => holds.get(id)?.isBeingPaid)) {
    throw new AppError('ACCOUNT_IS_PROCESSING');
  }
  await refuseBesideIntent(tx, deps, { companyId, invoiceIds });
}

type Written = { context: PaymentContext; plan: ChargeTerms['plan']; received: Received };

function toPurpose({ plan, context }: Written) {
  if (context.parts) return { purpose: 'INVOICES', paymentOption: null } as const;
  return plan
    ? ({ purpose: 'PLAN', paymentOption: 'PAYMENT_PLAN' } as const)
    : ({ purpose: 'FULL_AMOUNT', paymentOption: 'PAY_IN_FULL' } as const);
}

async function write(tx: Tx, deps: Deps, written: Written): Promise<Attempt> {
  const { context, plan, received } = written;
  const { companyId, customerId, id: requestId } = context.request;
  const { method, reference, note, actor, at } = received.payment;
  const today = deps.clock.today(context.company.timeZone);
  const { receivedOn = today } = received.payment;
  if (compareDates(receivedOn, today) > 0) {
    throw invalidField('receivedDate', `Expected ${today} or an earlier date.`);
  }
  const attempt = await insertAttempt(tx, {
    companyId,
    id: attemptIdSchema.parse(deps.entropy.uuid()),
    requestId,
    invoiceId: context.invoice?.id ?? null,
    customerId,
    ...toPurpose(written),
    type: 'PAYMENT',
    initiator: 'CIT',
    processor: 'manual',
    method,
    reference,
    receivedOn,
    note: note ?? null,
    state: 'SENT',
    amountCents: received.receivedCents,
    feeCents: ZERO,
    creditCents: ZERO,
    planId: plan?.planId ?? null,
    installmentFrom: plan?.from ?? null,
    installmentTo: plan?.to ?? null,
    nextCheckAt: nextCheckAt({ state: 'SENT', checkCount: 0, now: at }),
    createdAt: at,
  });
  if (context.parts) await writeParts(tx, attempt, context.parts);
  await startPayment(tx, deps, { context, plan });
  await announceStart(tx, deps, { attempt, actor, address: null });
  return attempt;
}

function booked({ id, amountCents }: Attempt): Booked {
  const currency = 'USD';
  return { processorReference: id, amountCents, currency, method: null, saved: null };
}

/** Two payments of one customer wait for each other here, so that the second is refused by name (R102). */
async function refuseUsedNumber(tx: Tx, { payment, customerId }: Received): Promise<void> {
  const { companyId, method, reference } = payment;
  if (reference === null) return;
  await lockName(tx, `manual:${companyId}:${customerId}:${method}:${reference.toLowerCase()}`);
  const recorded = await findManualAttempt(tx, { companyId, customerId, method, reference });
  if (!recorded) return;
  const { id, amountCents, receivedOn } = recorded;
  const day = receivedOn ? ` on ${formatDate(receivedOn, dateTexts)}` : '';
  throw new AppError('PAYMENT_REFERENCE_ALREADY_USED', {
    details: { paymentId: id },
    responseMessage: `Number ${reference} is already recorded: ${formatMoney(amountCents)} received${day} (payment ${id}).`,
  });
}

export async function recordManualIn(tx: Tx, deps: Deps, payment: ManualPayment): Promise<Attempt> {
  const { companyId } = payment;
  // The invoices are locked first, so that the second of two calls finds the payment of the first.
  const received = await lockReceived(tx, payment);
  const { paid } = received;
  await refuseUsedNumber(tx, received);
  await refuseWhilePaid(tx, deps, received);
  for (const part of paid) refuseUnlessOwed(part, isAlone(received));
  const context = await readContext(tx, deps, received);
  const single = context.invoice ? paid[0] : null;
  const plan = single ? await planPaidBy(tx, single.invoice, single.amountCents) : null;
  if (payment.writesOffRest) await refuseLargeRest(tx, paid);
  const attempt = await write(tx, deps, { context, plan, received });
  const outcome = { kind: 'succeeded', ...booked(attempt) } as const;
  const report = { companyId, attemptId: attempt.id, outcome, source: 'operator' } as const;
  const settled = await settleIn(tx, deps, report);
  if (payment.writesOffRest) await writeOffRests(tx, deps, settled);
  return settled;
}

export async function recordManualPayment(deps: Deps, payment: ManualPayment): Promise<Attempt> {
  const { companyId } = payment;
  return deps.database.inCompany({ companyId }, (tx) => recordManualIn(tx, deps, payment));
}

export type Reversal = AttemptKey & { cause: 'BOUNCED' | 'ERROR' };

/**
 * The money never arrived, or was handed back. The payment is returned as a whole, and everything it paid is owed
 * again.
 */
export async function reverseManualIn(
  tx: Tx,
  deps: Deps,
  { cause, ...key }: Reversal,
): Promise<Attempt> {
  const attempt = await findAttempt(tx, key);
  const isManual = attempt?.processor === 'manual' && isPayment(attempt);
  if (!isManual) throw new AppError('NOT_FOUND');
  const outcome = { kind: 'returned', code: cause.toLowerCase(), ...booked(attempt) } as const;
  return settleIn(tx, deps, { ...key, outcome, source: 'operator' });
}

export async function reverseManualPayment(deps: Deps, reversal: Reversal): Promise<Attempt> {
  const { companyId } = reversal;
  return deps.database.inCompany({ companyId }, (tx) => reverseManualIn(tx, deps, reversal));
}
