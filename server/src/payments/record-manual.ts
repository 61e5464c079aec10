/**
 * Records a payment without a processor (R89): cash, a check, a wire, a money order or another kind that the company
 * received, on one invoice or several, and its reversal. The payment is stored and settled in one transaction,
 * because there is no call in between. settle() handles it like every payment. A reference is recorded only once.
 */
import { compareDates, type Instant, type IsoDate } from '@quittance/contract/dates';
import { attemptIdSchema, type CompanyId, requestIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, ZERO } from '@quittance/contract/money';
import type { InvoiceStatus, ManualMethod } from '@quittance/contract/vocabulary';
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
import { listParts, type PaidPart, type PartAmount } from '../ledger/attempt-parts.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  findManualAttempt,
  insertAttempt,
} from '../ledger/attempts.ts';
import { listHolds, lockInvoices } from '../ledger/holds.ts';
import { nextCheckAt } from '../ledger/next-check.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Booked } from '../processors/processor.ts';
import { insertSelection } from '../requests/selections.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { announceStart, startPayment, writeParts } from './charge/write-attempt.ts';
import type { ChargeTerms, PaymentContext } from './core/charge-terms.ts';
import { settleIn } from './settlement/settle.ts';

export type ManualPayment = {
  companyId: CompanyId;
  method: ManualMethod;
  /** The invoices that the payment covers, in the order of the split. */
  parts: readonly PartAmount[];
  /** Number of the check, the transfer or the paper receipt. It is used once per kind, unless it is reversed. */
  reference: string;
  /** Today if it is not given. */
  receivedOn?: IsoDate | undefined;
  note?: string | undefined;
  actor: string;
  at: Instant;
};

const isSeveral = ({ parts }: ManualPayment) => parts.length > 1;

const toAmount = ({ parts }: ManualPayment): Cents =>
  addCents(...parts.map(({ amountCents }) => amountCents));

/** The invoices of one customer, locked in the order of their ids. An invoice of another one is not found. */
async function lockPaid(tx: Tx, { companyId, parts }: ManualPayment): Promise<PaidPart[]> {
  const invoiceIds = parts.map(({ invoiceId }) => invoiceId);
  const locked = await lockInvoices(tx, { companyId, invoiceIds });
  const byId = new Map(locked.map((invoice) => [invoice.id, invoice]));
  const [first] = locked;
  const paid = parts.flatMap(({ invoiceId, amountCents }) => {
    const invoice = byId.get(invoiceId);
    return invoice && invoice.customerId === first?.customerId ? [{ invoice, amountCents }] : [];
  });
  if (paid.length !== parts.length || byId.size !== parts.length) {
    throw new AppError('ACCOUNT_NOT_FOUND');
  }
  return paid;
}

/** Several invoices are paid by a request of their own (R48). */
async function findPaidRequest(
  tx: Tx,
  deps: Deps,
  { payment, invoice }: { payment: ManualPayment; invoice: InvoiceRow },
) {
  const { companyId, id: invoiceId, customerId } = invoice;
  if (!isSeveral(payment)) return findRequestOfInvoice(tx, { companyId, invoiceId });
  const requestId = requestIdSchema.parse(deps.entropy.uuid());
  const owner = { companyId, customerId, requestId, createdAt: payment.at };
  await insertSelection(tx, owner, payment.parts);
  return findRequest(tx, { companyId, requestId });
}

async function readContext(
  tx: Tx,
  deps: Deps,
  { payment, paid }: { payment: ManualPayment; paid: readonly PaidPart[] },
): Promise<PaymentContext> {
  const [first] = paid;
  invariant(first, 'a payment covers an invoice');
  const { companyId, customerId } = first.invoice;
  const request = await findPaidRequest(tx, deps, { payment, invoice: first.invoice });
  const company = await findCompany(tx, companyId);
  const person = await findPayer(tx, { companyId, customerId });
  invariant(request && company && person, 'an invoice has its request and customer');
  const payer = { ...person, reference: customerId };
  const covered = isSeveral(payment) ? { invoice: null, parts: paid } : { invoice: first.invoice };
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

function refuseUnlessOwed({ invoice, amountCents }: PaidPart, isAlone: boolean): void {
  refuseClosed(invoice);
  const { status } = invoice;
  if (status === 'DRAFT' || status === 'DISPUTED') throw new AppError('ACCOUNT_NOT_PAYABLE');
  if (!isAlone && !PAYABLE_TOGETHER.includes(status)) throw new AppError('ACCOUNT_NOT_PAYABLE');
  const owedCents = payableAmount(invoice);
  if (amountCents < 1 || amountCents > owedCents) throw new AppError('AMOUNT_CHANGED');
  if (status === 'PAYMENT_EXTENSION' && amountCents !== owedCents) {
    throw new AppError('AMOUNT_CHANGED');
  }
}

async function refuseWhilePaid(tx: Tx, paid: readonly PaidPart[]): Promise<void> {
  const invoiceIds = paid.map(({ invoice }) => invoice.id);
  const companyId = paid[0]?.invoice.companyId;
  invariant(companyId, 'a payment covers an invoice');
  const holds = await listHolds(tx, { companyId, invoiceIds, except: null });
  if (invoiceIds.some((id) => holds.get(id)?.isBeingPaid)) {
    throw new AppError('ACCOUNT_IS_PROCESSING');
  }
}

type Written = { context: PaymentContext; plan: ChargeTerms['plan']; payment: ManualPayment };

function toPurpose({ plan, payment }: Written) {
  if (isSeveral(payment)) return { purpose: 'INVOICES', paymentOption: null } as const;
  return plan
    ? ({ purpose: 'PLAN', paymentOption: 'PAYMENT_PLAN' } as const)
    : ({ purpose: 'FULL_AMOUNT', paymentOption: 'PAY_IN_FULL' } as const);
}

async function write(tx: Tx, deps: Deps, written: Written): Promise<Attempt> {
  const { context, plan, payment } = written;
  const { companyId, customerId, id: requestId } = context.request;
  const { method, reference, note, actor, at } = payment;
  const today = deps.clock.today(context.company.timeZone);
  const { receivedOn = today } = payment;
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
    amountCents: toAmount(payment),
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

/** Returns the payment already recorded under the reference. Refuses the call if that payment is another one. */
async function findRecorded(tx: Tx, payment: ManualPayment): Promise<Attempt | null> {
  const recorded = await findManualAttempt(tx, payment);
  if (!recorded) return null;
  const { companyId, id: attemptId, invoiceId, amountCents } = recorded;
  const parts: readonly PartAmount[] = invoiceId
    ? [{ invoiceId, amountCents }]
    : await listParts(tx, { companyId, attemptId });
  const isSame =
    parts.length === payment.parts.length &&
    payment.parts.every((one) =>
      parts.some(
        (part) => part.invoiceId === one.invoiceId && part.amountCents === one.amountCents,
      ),
    );
  if (!isSame) throw new AppError('PAYMENT_REFERENCE_ALREADY_USED');
  return recorded;
}

export async function recordManualIn(tx: Tx, deps: Deps, payment: ManualPayment): Promise<Attempt> {
  const { companyId } = payment;
  // The invoices are locked first, so that the second of two calls finds the payment of the first.
  const paid = await lockPaid(tx, payment);
  const recorded = await findRecorded(tx, payment);
  if (recorded) return recorded;
  await refuseWhilePaid(tx, paid);
  for (const part of paid) refuseUnlessOwed(part, !isSeveral(payment));
  const context = await readContext(tx, deps, { payment, paid });
  const plan = context.invoice ? await planPaidBy(tx, context.invoice, toAmount(payment)) : null;
  const attempt = await write(tx, deps, { context, plan, payment });
  const outcome = { kind: 'succeeded', ...booked(attempt) } as const;
  return settleIn(tx, deps, { companyId, attemptId: attempt.id, outcome, source: 'operator' });
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
  const isManual = attempt?.processor === 'manual' && attempt.type === 'PAYMENT';
  if (!isManual) throw new AppError('NOT_FOUND');
  const outcome = { kind: 'returned', code: cause.toLowerCase(), ...booked(attempt) } as const;
  return settleIn(tx, deps, { ...key, outcome, source: 'operator' });
}

export async function reverseManualPayment(deps: Deps, reversal: Reversal): Promise<Attempt> {
  const { companyId } = reversal;
  return deps.database.inCompany({ companyId }, (tx) => reverseManualIn(tx, deps, reversal));
}
