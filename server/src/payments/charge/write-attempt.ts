/**
 * Stores a charge before it is sent: the attempt with its sealed order, the invoice or installments it starts on,
 * and the check in case no response arrives. This is the last step of transaction 1 and the only place that creates
 * a charge attempt. The caller has already decided that the charge is allowed.
 */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import { attemptIdSchema, type CompanyId, type IdempotencyKey } from '@quittance/contract/ids';
import { addCents, ZERO } from '@quittance/contract/money';
import type { DeviceInfo } from '@quittance/contract/payments/portal-schemas';
import { toMethodType } from '@quittance/domain/checkout/payment-options';
import { splitFee } from '@quittance/domain/checkout/split';
import { invariant } from '@quittance/domain/invariant';
import { moveInvoice } from '@quittance/domain/status/invoice-status';
import { INSTALLMENT, isUnpaid } from '@quittance/domain/status/plan-status';
import { transition } from '@quittance/domain/status/transition';
import { listInstallments, updateInstallment } from '../../arrangements/installments.ts';
import { changeBalances } from '../../invoices/changed-balances.ts';
import { changeInvoice } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { announce } from '../../ledger/attempt-events.ts';
import { insertParts, type PaidPart } from '../../ledger/attempt-parts.ts';
import { type Attempt, addAttempt } from '../../ledger/attempts.ts';
import { hasOpenIntent } from '../../ledger/intents.ts';
import { nextCheckAt } from '../../ledger/next-check.ts';
import { expectProcessorCustomer } from '../../methods/processor-customers.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { claimKey } from '../../platform/http/idempotency.ts';
import type { ChargeOrder, Evidence } from '../../processors/processor.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import type { ChargeTerms, PaymentContext, StartedCharge } from '../core/charge-terms.ts';
import { IntentStands } from '../core/intent-stands.ts';
import { sealOrder } from '../core/sealed-order.ts';

export type AttemptOrigin = {
  /** Same name as in the audit trail. Also the namespace of the idempotency key. */
  actor: string;
  evidence: Evidence;
  device?: DeviceInfo | null;
  /** Browser description produced by the processor's script, for 3-D Secure. */
  browserInfo?: string | null;
  /** Path on this site. Defaults to the company's front page. */
  returnPath?: string;
  idempotency?: { key: IdempotencyKey; requestHash: string };
};

export type AttemptInput = { context: PaymentContext; terms: ChargeTerms; origin: AttemptOrigin };

function orderFor(
  { publicUrl, entropy }: Deps,
  { context, terms, origin }: AttemptInput,
): ChargeOrder {
  const { evidence, device, browserInfo, returnPath } = origin;
  const { request, invoice, company, payer } = context;
  return {
    reference: attemptIdSchema.parse(entropy.uuid()),
    amountCents: addCents(terms.amountCents, terms.feeCents),
    kind: terms.kind,
    source: terms.source,
    initiator: terms.initiator,
    series: terms.series,
    invoiceRef: invoice?.accountRef ?? request.id,
    // Only a bank debit may need the date of birth.
    payer: terms.kind === 'ach' ? payer : { ...payer, bornOn: null },
    savesMethod: terms.savesMethodAs !== null,
    browserInfo: browserInfo ?? null,
    device: device ?? null,
    evidence,
    returnUrl: new URL(returnPath ?? `/${company.domain}`, publicUrl).href,
  };
}

function termsColumns({ plan, occurrence, method, ...terms }: ChargeTerms) {
  return {
    purpose: terms.purpose,
    paymentOption: terms.paymentOption,
    initiator: terms.initiator,
    method: toMethodType(terms.kind),
    amountCents: terms.amountCents,
    feeCents: terms.feeCents,
    quotedCents: terms.quotedCents,
    mandateId: terms.mandateId,
    savesMethodAs: terms.savesMethodAs,
    scheduleId: terms.scheduleId,
    methodId: method?.id ?? null,
    methodBrand: method?.brand ?? null,
    methodLast4: method?.last4 ?? null,
    planId: plan?.planId ?? null,
    installmentFrom: plan?.from ?? null,
    installmentTo: plan?.to ?? null,
    occurrenceOf: occurrence?.of ?? null,
    occurrenceOn: occurrence?.on ?? null,
    tryNumber: occurrence?.tryNumber ?? null,
  } as const;
}

function addFor(tx: Tx, deps: Deps, input: AttemptInput & { order: ChargeOrder }): Attempt {
  const { context, terms, order, origin } = input;
  const now = deps.clock.now();
  const { companyId, customerId } = context.request;
  const { processor } = context.company;
  if (order.savesMethod) expectProcessorCustomer(tx, deps, { companyId, customerId, processor });
  return addAttempt(tx, {
    companyId,
    id: order.reference,
    requestId: context.request.id,
    invoiceId: context.invoice?.id ?? null,
    customerId,
    type: 'PAYMENT',
    processor,
    state: 'SENT',
    creditCents: ZERO,
    // Only a recorded payment (R89) or a credit note (R90) has these.
    reference: null,
    receivedOn: null,
    note: null,
    creditedLines: null,
    ...termsColumns(terms),
    orderSealed: sealOrder(deps.sealer, companyId, { order, threeDSData: null, step: null }),
    nextCheckAt: nextCheckAt({ state: 'SENT', checkCount: 0, now }),
    clientAddress: terms.initiator === 'CIT' ? origin.evidence.ipAddress : null,
    actor: terms.initiator === 'CIT' ? origin.actor : null,
    claimedDevice: order.device,
    createdAt: now,
  });
}

/** The fee is split once, when it becomes known. The parts never change afterward. */
export async function writeParts(
  tx: Tx,
  attempt: Attempt,
  parts: readonly PaidPart[],
): Promise<void> {
  if (parts.length === 0) return;
  const amounts = parts.map(({ amountCents }) => amountCents);
  const partsCents = addCents(...amounts);
  // A recorded payment may exceed its invoices: the rest is credit (R116).
  const isSum =
    partsCents === attempt.amountCents ||
    (attempt.processor === 'manual' && partsCents < attempt.amountCents);
  invariant(isSum, 'a payment is the sum of its parts');
  const fees = splitFee(attempt.feeCents, amounts);
  const rows = parts.map(({ invoice, amountCents }, index) => ({
    invoiceId: invoice.id,
    amountCents,
    feeCents: fees[index] ?? ZERO,
  }));
  await insertParts(tx, { ...attempt, isOpen: true }, rows);
}

/** Sets the installments to PENDING. The status of a plan's invoice stays the same. */
async function startInstallments(
  tx: Tx,
  { companyId, installments }: Pick<PaymentContext, 'installments'> & { companyId: CompanyId },
  { planId, from, to }: NonNullable<ChargeTerms['plan']>,
): Promise<void> {
  const rows = installments ?? (await listInstallments(tx, { companyId, planId }));
  const paid = rows.filter((row) => row.index >= from && row.index <= to && isUnpaid(row));
  invariant(paid.length > 0, 'a payment on a plan pays at least one installment');
  for (const { index, status } of paid) {
    const started = transition(INSTALLMENT, status, 'started');
    updateInstallment(tx, { companyId, planId, index }, { status: started });
  }
}

/** Marks the payable as processing, so that no other payment starts on it. */
export async function startPayment(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { context, plan }: { context: PaymentContext; plan: ChargeTerms['plan'] },
): Promise<void> {
  const { invoice, company, parts } = context;
  const today = clock.today(company.timeZone);
  const at = clock.now();
  if (parts) return startInvoices(tx, parts, { today, at });
  if (!invoice) return;
  const { companyId } = invoice;
  if (plan) return startInstallments(tx, { ...context, companyId }, plan);
  changeInvoice(tx, invoice, { ...toStart(invoice, today), updatedAt: at });
}

function toStart({ status, dueOn: dueDate, statusBefore }: InvoiceRow, today: IsoDate) {
  const started = moveInvoice({ status, event: 'started', dueDate, today, statusBefore });
  return { status: started, statusBefore: status };
}

function startInvoices(
  tx: Tx,
  parts: readonly PaidPart[],
  { today, at }: { today: IsoDate; at: Instant },
): void {
  const [first] = parts;
  if (!first) return;
  const started = parts.map(({ invoice }) => ({ ...invoice, ...toStart(invoice, today) }));
  changeBalances(tx, { companyId: first.invoice.companyId, at }, started);
}

export async function announceStart(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { attempt, actor, address }: { attempt: Attempt; actor: string; address: string | null },
): Promise<void> {
  const at = clock.now();
  const { companyId, id, amountCents, feeCents } = attempt;
  await announce(tx, attempt, at);
  await appendAudit(tx, {
    companyId,
    actor,
    action: 'payment.started',
    subject: `attempt:${id}`,
    detail: { amountCents, feeCents, address },
    at,
  });
}

/** R44: a charge is sent only if no intent for the same payable can still be confirmed. */
async function refuseBesideIntent(
  tx: Tx,
  { request, invoice, parts, underWay }: PaymentContext,
): Promise<void> {
  const { companyId, customerId, id: requestId } = request;
  const among = parts ? { invoiceIds: parts.map((part) => part.invoice.id) } : {};
  const payable = { companyId, customerId, requestId, invoiceId: invoice?.id ?? null, ...among };
  const isOffered = underWay ? underWay.hasIntent : await hasOpenIntent(tx, payable);
  if (isOffered) throw new IntentStands(payable);
}

export async function writeAttempt(
  tx: Tx,
  deps: Deps,
  input: AttemptInput,
): Promise<StartedCharge> {
  const { context, terms, origin } = input;
  const { actor, idempotency } = origin;
  await refuseBesideIntent(tx, context);
  const order = orderFor(deps, input);
  const attempt = addFor(tx, deps, { ...input, order });
  const { companyId, id: attemptId, customerId, createdAt } = attempt;
  if (context.parts) await writeParts(tx, attempt, context.parts);
  if (idempotency) {
    const { key, requestHash } = idempotency;
    const claim = { requestHash, attemptId, customerId, createdAt };
    await claimKey(tx, { companyId, scope: actor, key }, claim);
  }
  await startPayment(tx, deps, { context, plan: terms.plan });
  await announceStart(tx, deps, { attempt, actor, address: attempt.clientAddress });
  return { attempt, order };
}
