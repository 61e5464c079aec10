/**
 * Records a payment without a processor: cash that the company received, and its reversal. The payment is stored
 * and settled in one transaction, because there is no call in between. settle() handles it like every payment. The
 * same key records the payment only once.
 */
import type { Instant } from '@quittance/contract/dates';
import { attemptIdSchema, type CompanyId } from '@quittance/contract/ids';
import { type Cents, ZERO } from '@quittance/contract/money';
import { payableAmount, restOfPlan } from '@quittance/domain/checkout/amounts';
import { invariant } from '@quittance/domain/invariant';
import { activeInstallment } from '@quittance/domain/status/plan-status';
import { listInstallments } from '../arrangements/installments.ts';
import { refuseClosed } from '../arrangements/payable-now.ts';
import { lockLivePlan } from '../arrangements/plans.ts';
import { findCompany } from '../companies/store.ts';
import { findPayer } from '../customers/store.ts';
import { findInvoiceByAccountRef, findRequestOfInvoice, lockInvoice } from '../invoices/store.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Attempt, type AttemptKey, findAttempt, insertAttempt } from '../ledger/attempts.ts';
import { nextCheckAt } from '../ledger/next-check.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  claimKey,
  findKey,
  hashContent,
  requireSameContent,
  type ScopedKey,
} from '../platform/http/idempotency.ts';
import type { Booked } from '../processors/processor.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { announceStart, startPayment } from './charge/write-attempt.ts';
import { refuseWhileOpen } from './checkout/begin.ts';
import type { ChargeTerms, PaymentContext } from './core/charge-terms.ts';
import { settleIn } from './settlement/settle.ts';

export type ManualPayment = {
  companyId: CompanyId;
  invoiceRef: string;
  method: 'CASH';
  amountCents: Cents;
  /** Number of the paper receipt, or any other number that is used only once. */
  key: string;
  actor: string;
  at: Instant;
};

async function lockContext(tx: Tx, { companyId, invoiceRef }: ManualPayment) {
  const found = await findInvoiceByAccountRef(tx, { companyId, accountRef: invoiceRef });
  if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
  const invoice = await lockInvoice(tx, { companyId, invoiceId: found.id });
  const request = await findRequestOfInvoice(tx, { companyId, invoiceId: found.id });
  const company = await findCompany(tx, companyId);
  const person = await findPayer(tx, { companyId, customerId: found.customerId });
  invariant(invoice && request && company && person, 'an invoice has its request and customer');
  return { request, invoice, company, payer: { ...person, reference: found.customerId } };
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

async function refuseUnlessOwed(
  tx: Tx,
  context: PaymentContext & { invoice: InvoiceRow },
  amountCents: Cents,
): Promise<void> {
  const { invoice } = context;
  refuseClosed(invoice);
  await refuseWhileOpen(tx, context);
  const owedCents = payableAmount(invoice);
  const isWhole = amountCents === owedCents;
  if (amountCents < 1 || amountCents > owedCents) throw new AppError('AMOUNT_CHANGED');
  if (invoice.status === 'PAYMENT_EXTENSION' && !isWhole) throw new AppError('AMOUNT_CHANGED');
  if (invoice.status === 'DRAFT' || invoice.status === 'DISPUTED') {
    throw new AppError('ACCOUNT_NOT_PAYABLE');
  }
}

async function write(
  tx: Tx,
  deps: Deps,
  {
    context,
    plan,
    payment,
  }: { context: PaymentContext; plan: ChargeTerms['plan']; payment: ManualPayment },
): Promise<Attempt> {
  const { companyId, customerId, id: requestId } = context.request;
  const { amountCents, method, actor, at } = payment;
  const attempt = await insertAttempt(tx, {
    companyId,
    id: attemptIdSchema.parse(deps.entropy.uuid()),
    requestId,
    invoiceId: context.invoice?.id ?? null,
    customerId,
    purpose: plan ? 'PLAN' : 'FULL_AMOUNT',
    paymentOption: plan ? 'PAYMENT_PLAN' : 'PAY_IN_FULL',
    type: 'PAYMENT',
    initiator: 'CIT',
    processor: 'manual',
    method,
    state: 'SENT',
    amountCents,
    feeCents: ZERO,
    creditCents: ZERO,
    planId: plan?.planId ?? null,
    installmentFrom: plan?.from ?? null,
    installmentTo: plan?.to ?? null,
    nextCheckAt: nextCheckAt({ state: 'SENT', checkCount: 0, now: at }),
    createdAt: at,
  });
  await startPayment(tx, deps, { context, plan });
  await announceStart(tx, deps, { attempt, actor, address: null });
  return attempt;
}

function booked({ id, amountCents }: Attempt): Booked {
  const currency = 'USD';
  return { processorReference: id, amountCents, currency, method: null, saved: null };
}

/** Returns the payment already recorded under the key. Refuses the call if that payment has different terms. */
async function findRecorded(tx: Tx, payment: ManualPayment): Promise<Attempt | null> {
  const { companyId } = payment;
  const found = await findKey(tx, scopedKey(payment));
  if (!found) return null;
  requireSameContent(found, hashPayment(payment));
  const attempt = await findAttempt(tx, { companyId, attemptId: found.attemptId });
  invariant(attempt, 'a claimed key has its attempt');
  return attempt;
}

/** All registers of a company share one series of keys. */
function scopedKey({ companyId, key }: ManualPayment): ScopedKey {
  return { companyId, scope: 'manual', key };
}

function hashPayment({ invoiceRef, method, amountCents }: ManualPayment): string {
  return hashContent([method, invoiceRef, amountCents]);
}

export async function recordManualIn(tx: Tx, deps: Deps, payment: ManualPayment): Promise<Attempt> {
  const { companyId, amountCents, at: createdAt } = payment;
  // The invoice is locked first, so that the second of two calls finds the key of the first.
  const context = await lockContext(tx, payment);
  const recorded = await findRecorded(tx, payment);
  if (recorded) return recorded;
  await refuseUnlessOwed(tx, context, amountCents);
  const plan = await planPaidBy(tx, context.invoice, amountCents);
  const attempt = await write(tx, deps, { context, plan, payment });
  const { id: attemptId, customerId } = attempt;
  const claim = { requestHash: hashPayment(payment), attemptId, customerId, createdAt };
  await claimKey(tx, scopedKey(payment), claim);
  const outcome = { kind: 'succeeded', ...booked(attempt) } as const;
  return settleIn(tx, deps, { companyId, attemptId, outcome, source: 'operator' });
}

export async function recordManualPayment(deps: Deps, payment: ManualPayment): Promise<Attempt> {
  const { companyId } = payment;
  return deps.database.inCompany({ companyId }, (tx) => recordManualIn(tx, deps, payment));
}

/** The money never arrived, or was handed back. The payment is returned, and the amount it paid is owed again. */
export async function reverseManualIn(tx: Tx, deps: Deps, key: AttemptKey): Promise<Attempt> {
  const attempt = await findAttempt(tx, key);
  const isManual = attempt?.processor === 'manual' && attempt.type === 'PAYMENT';
  if (!isManual) throw new AppError('NOT_FOUND');
  const outcome = { kind: 'returned', code: 'reversed', ...booked(attempt) } as const;
  return settleIn(tx, deps, { ...key, outcome, source: 'operator' });
}

export async function reverseManualPayment(deps: Deps, key: AttemptKey): Promise<Attempt> {
  const { companyId } = key;
  return deps.database.inCompany({ companyId }, (tx) => reverseManualIn(tx, deps, key));
}
