/**
 * Turns a charge from the processor's records into an attempt on the invoice, installments or several invoices that
 * it paid. Reconciliation places an orphan that names its invoices; a person places any other charge (R69). The
 * attempt is settled like any other.
 */
import type { AttemptId, RequestId } from '@quittance/contract/ids';
import { addCents, type Cents, ZERO } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { feeFor } from '@quittance/domain/checkout/fees';
import { toMethodType } from '@quittance/domain/checkout/payment-options';
import { splitFee } from '@quittance/domain/checkout/split';
import { invariant } from '@quittance/domain/invariant';
import { canMoveInvoice, isPaid, moveInvoice } from '@quittance/domain/status/invoice-status';
import { INSTALLMENT } from '@quittance/domain/status/plan-status';
import { canTransition, transition } from '@quittance/domain/status/transition';
import { updateInstallment } from '../../arrangements/installments.ts';
import { payableNow } from '../../arrangements/payable-now.ts';
import type { PlanRow } from '../../arrangements/plans.ts';
import type { CompanyRow } from '../../companies/store.ts';
import { changeBalances } from '../../invoices/changed-balances.ts';
import type { InstallmentRow } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { insertParts, type PaidPart } from '../../ledger/attempt-parts.ts';
import { type Attempt, insertAttempt } from '../../ledger/attempts.ts';
import { listHolds } from '../../ledger/holds.ts';
import { nextCheckAt } from '../../ledger/next-check.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';

export type FoundCharge = {
  id: AttemptId;
  kind: ChargeKind;
  processorReference: string;
  /** Total amount charged. The fee portion is not known. */
  amountCents: Cents;
  isPending: boolean;
};

/** The caller has locked the invoices. */
type PlacementContext = { company: CompanyRow; charge: FoundCharge; requestId: RequestId };

export type Placement = PlacementContext & { invoice: InvoiceRow };

export type InstallmentPlacement = Placement & {
  plan: PlanRow;
  paid: readonly InstallmentRow[];
};

export type PartsPlacement = PlacementContext & { parts: readonly PaidPart[] };

type Amounts = { amountCents: Cents; feeCents: Cents };

export function canTakeCharge({ status, voidedAt }: InvoiceRow): boolean {
  if (voidedAt !== null) return false;
  return status === 'PENDING' || isPaid(status) || canMoveInvoice({ status, event: 'started' });
}

async function isFree(tx: Tx, invoices: readonly InvoiceRow[]): Promise<boolean> {
  const [first] = invoices;
  invariant(first, 'a charge is placed on an invoice');
  const invoiceIds = invoices.map(({ id }) => id);
  const holds = await listHolds(tx, { companyId: first.companyId, invoiceIds, except: null });
  return invoiceIds.every((id) => !holds.get(id)?.isBeingPaid);
}

/**
 * A pending debit holds what it pays, unless another attempt already holds it. In that case, the debit waits for
 * its outcome without a hold.
 */
function toState({ clock }: Deps, isHolding: boolean) {
  if (!isHolding) return { state: 'CREATED', nextCheckAt: null } as const;
  const next = nextCheckAt({ state: 'SENT', checkCount: 0, now: clock.now() });
  return { state: 'SENT', nextCheckAt: next } as const;
}

type Held = Pick<PlacementContext, 'company' | 'charge'> & { invoices: readonly InvoiceRow[] };

async function holdInvoices(tx: Tx, deps: Deps, { company, charge, invoices }: Held) {
  const canStart = invoices.every(({ status }) => canMoveInvoice({ status, event: 'started' }));
  const isHolding = charge.isPending && canStart && (await isFree(tx, invoices));
  if (isHolding) {
    const today = deps.clock.today(company.timeZone);
    const started = invoices.map((invoice) => {
      const { status, statusBefore, dueOn: dueDate } = invoice;
      const to = moveInvoice({ status, event: 'started', dueDate, today, statusBefore });
      return { ...invoice, status: to, statusBefore: status };
    });
    changeBalances(tx, { companyId: company.companyId, at: deps.clock.now() }, started);
  }
  return toState(deps, isHolding);
}

/** The status of a plan's invoice stays the same. */
async function holdInstallments(tx: Tx, deps: Deps, placement: InstallmentPlacement) {
  const { charge, invoice, plan, paid } = placement;
  const isHolding = charge.isPending && (await isFree(tx, [invoice]));
  for (const { index, status } of isHolding ? paid : []) {
    const started = transition(INSTALLMENT, status, 'started');
    const key = { companyId: plan.companyId, planId: plan.id, index };
    updateInstallment(tx, key, { status: started });
  }
  return toState(deps, isHolding);
}

function foundColumns({ clock }: Deps, { company, charge, requestId }: PlacementContext) {
  return {
    companyId: company.companyId,
    id: charge.id,
    requestId,
    type: 'PAYMENT',
    initiator: 'CIT',
    processor: company.processor,
    method: toMethodType(charge.kind),
    creditCents: ZERO,
    isOrphan: true,
    processorReference: charge.processorReference,
    createdAt: clock.now(),
  } as const;
}

/**
 * Only the total is known. If it matches the current cost of the invoice, the invoice's fee applies. Otherwise the
 * whole amount is principal.
 */
function toSplit(deps: Deps, { company, invoice, charge }: Placement): Amounts {
  const { amountCents: totalCents, kind } = charge;
  const { amount, fees } = payableNow(deps, invoice, company);
  const { fee } = fees[kind];
  const isQuoted = amount > 0 && addCents(amount, fee) === totalCents;
  return isQuoted
    ? { amountCents: amount, feeCents: fee }
    : { amountCents: totalCents, feeCents: ZERO };
}

export async function placeOnInvoice(tx: Tx, deps: Deps, placement: Placement): Promise<Attempt> {
  const { invoice } = placement;
  return insertAttempt(tx, {
    ...foundColumns(deps, placement),
    invoiceId: invoice.id,
    customerId: invoice.customerId,
    purpose: 'FULL_AMOUNT',
    paymentOption: 'PAY_IN_FULL',
    ...toSplit(deps, placement),
    ...(await holdInvoices(tx, deps, { ...placement, invoices: [invoice] })),
  });
}

/** Returns null unless the charge equals the cost of these installments and none of them is paid or being paid. */
export async function placeOnInstallments(
  tx: Tx,
  deps: Deps,
  placement: InstallmentPlacement,
): Promise<Attempt | null> {
  const { charge, invoice, plan, paid } = placement;
  const [first, last] = [paid[0], paid.at(-1)];
  const costCents = addCents(...paid.map((row) => row.costCents));
  const canStart = paid.every(({ status }) => canTransition(INSTALLMENT, status, 'started'));
  if (!first || !last || !canStart || costCents !== charge.amountCents) return null;
  return insertAttempt(tx, {
    ...foundColumns(deps, placement),
    invoiceId: invoice.id,
    customerId: invoice.customerId,
    purpose: 'PLAN',
    paymentOption: 'PAYMENT_PLAN',
    planId: plan.id,
    installmentFrom: first.index,
    installmentTo: last.index,
    // The plan continues with its current method.
    methodId: plan.methodId,
    amountCents: addCents(...paid.map((row) => row.principalCents)),
    feeCents: addCents(...paid.map((row) => row.feeCents)),
    ...(await holdInstallments(tx, deps, placement)),
  });
}

/** Splits the charge with the company's fee, or without a fee. Returns null if neither matches the charge. */
function splitOfParts({ company, charge, parts }: PartsPlacement): Amounts | null {
  const amountCents = addCents(...parts.map((part) => part.amountCents));
  const { fee } = feeFor({ kind: charge.kind, amountCents, company });
  const feeCents = [fee, ZERO].find((each) => addCents(amountCents, each) === charge.amountCents);
  return feeCents === undefined ? null : { amountCents, feeCents };
}

/** Returns null unless the charge equals the total cost of the parts and each invoice can take its part. */
export async function placeOnInvoices(
  tx: Tx,
  deps: Deps,
  placement: PartsPlacement,
): Promise<Attempt | null> {
  const { parts } = placement;
  const invoices = parts.map(({ invoice }) => invoice);
  const [first] = invoices;
  const amounts = splitOfParts(placement);
  if (!first || !amounts || !invoices.every(canTakeCharge)) return null;
  const held = await holdInvoices(tx, deps, { ...placement, invoices });
  const attempt = await insertAttempt(tx, {
    ...foundColumns(deps, placement),
    invoiceId: null,
    customerId: first.customerId,
    purpose: 'INVOICES',
    ...amounts,
    ...held,
  });
  const fees = splitFee(
    amounts.feeCents,
    parts.map((part) => part.amountCents),
  );
  const rows = parts.map(({ invoice, amountCents }, index) => ({
    invoiceId: invoice.id,
    amountCents,
    feeCents: fees[index] ?? ZERO,
  }));
  await insertParts(tx, { ...attempt, isOpen: held.state === 'SENT' }, rows);
  return attempt;
}
