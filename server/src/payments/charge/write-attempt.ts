/**
 * Writes a purchase down: the attempt with its sealed order, the invoice or installments it starts,
 * the job that finds out if we never hear back. The last step of transaction 1, and the only place
 * where an attempt to charge is created. Whether the purchase may be made was decided before.
 */
import { attemptIdSchema, type CompanyId, type IdempotencyKey } from '@quittance/contract/ids';
import { addCents, ZERO } from '@quittance/contract/money';
import type { DeviceInfo } from '@quittance/contract/payments';
import { invariant } from '@quittance/domain/invariant';
import { moveInvoice } from '@quittance/domain/status/invoice-status';
import { INSTALLMENT, isUnpaid } from '@quittance/domain/status/plan-status';
import { transition } from '@quittance/domain/status/transition';
import type { Deps } from '../../deps.ts';
import type { ChargeOrder, Evidence } from '../../processors/processor.ts';
import { listInstallments, updateInstallment } from '../../storage/arrangements/installments.ts';
import { updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { type Attempt, insertAttempt } from '../../storage/payments/attempts.ts';
import { claimKey } from '../../storage/payments/idempotency.ts';
import type { Begun, Payee, Purchase } from '../core/charge-terms.ts';
import { announce, scheduleCheck } from '../core/events.ts';
import { nextCheckAt } from '../core/next-check.ts';
import { sealOrder } from './sealed-order.ts';

export type Writing = {
  payee: Payee;
  purchase: Purchase;
  /** Who does it, as in the audit trail; also the namespace of the key. */
  actor: string;
  evidence: Evidence;
  device?: DeviceInfo | null;
  /** The processor's own description of the browser, for 3-D Secure. */
  browserInfo?: string | null;
  /** A path of our own site; without one, the company's front page. */
  returnPath?: string;
  /** The browser's key, with the hash of what was asked under it. */
  key?: { key: IdempotencyKey; requestHash: string };
};

/** What is asked of the processor. */
function orderFor({ publicUrl, entropy }: Deps, writing: Writing): ChargeOrder {
  const { payee, purchase, evidence, device, browserInfo, returnPath } = writing;
  const { request, invoice, company, payer } = payee;
  return {
    reference: attemptIdSchema.parse(entropy.uuid()),
    amountCents: addCents(purchase.amountCents, purchase.feeCents),
    kind: purchase.kind,
    source: purchase.source,
    initiator: purchase.initiator,
    series: purchase.series,
    invoiceRef: invoice?.accountRef ?? request.id,
    payer,
    keepsMethod: purchase.keepsMethodAs !== null,
    browserInfo: browserInfo ?? null,
    device: device ?? null,
    evidence,
    returnUrl: new URL(returnPath ?? `/${company.domain}`, publicUrl).href,
  };
}

/** The purchase as the attempt's row remembers it. */
function purchaseColumns({ plan, occurrence, method, ...purchase }: Purchase) {
  return {
    purpose: purchase.purpose,
    paymentOption: purchase.paymentOption,
    initiator: purchase.initiator,
    method: purchase.kind === 'card' ? 'CARD' : 'ACH',
    amountCents: purchase.amountCents,
    feeCents: purchase.feeCents,
    quotedCents: purchase.quotedCents,
    mandateId: purchase.mandateId,
    keepsMethodAs: purchase.keepsMethodAs,
    scheduleId: purchase.scheduleId,
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

async function insertFor(tx: Tx, deps: Deps, writing: Writing & { order: ChargeOrder }) {
  const { payee, purchase, order, evidence } = writing;
  const now = deps.clock.now();
  const { companyId, customerId } = payee.request;
  return insertAttempt(tx, {
    companyId,
    id: order.reference,
    requestId: payee.request.id,
    invoiceId: payee.invoice?.id ?? null,
    customerId,
    type: 'PAYMENT',
    processor: payee.company.processor,
    state: 'SENT',
    creditCents: ZERO,
    ...purchaseColumns(purchase),
    orderSealed: sealOrder(deps.sealer, companyId, order),
    nextCheckAt: nextCheckAt({ state: 'SENT', checkCount: 0, now }),
    clientAddress: purchase.initiator === 'CIT' ? evidence.ipAddress : null,
    claimedDevice: order.device,
    createdAt: now,
  });
}

/** The installments it pays are under way; a plan's invoice itself stays as it is. */
async function startInstallments(
  tx: Tx,
  companyId: CompanyId,
  { planId, from, to }: NonNullable<Purchase['plan']>,
): Promise<void> {
  const rows = await listInstallments(tx, { companyId, planId });
  const paid = rows.filter((row) => row.index >= from && row.index <= to && isUnpaid(row));
  invariant(paid.length > 0, 'a payment on a plan pays at least one installment');
  for (const { index, status } of paid) {
    const started = transition(INSTALLMENT, status, 'started');
    await updateInstallment(tx, { companyId, planId, index }, { status: started });
  }
}

/** What the payment is for is now being paid: nothing else may start on it. */
export async function startPayee(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { payee, plan }: { payee: Payee; plan: Purchase['plan'] },
): Promise<void> {
  const { invoice, company } = payee;
  if (!invoice) return;
  if (plan) return startInstallments(tx, invoice.companyId, plan);
  const today = clock.today(company.timeZone);
  const { companyId, id: invoiceId, status, dueOn: dueDate, statusBefore } = invoice;
  const started = moveInvoice({ status, event: 'started', dueDate, today, statusBefore });
  await updateInvoice(tx, { companyId, invoiceId }, { status: started, statusBefore: status });
}

export async function announceStart(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { attempt, actor, address }: { attempt: Attempt; actor: string; address: string | null },
): Promise<void> {
  const at = clock.now();
  const { companyId, id, amountCents, feeCents } = attempt;
  await scheduleCheck(tx, attempt);
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

export async function writeAttempt(tx: Tx, deps: Deps, writing: Writing): Promise<Begun> {
  const { payee, purchase, actor, key } = writing;
  const order = orderFor(deps, writing);
  const attempt = await insertFor(tx, deps, { ...writing, order });
  const { companyId, id: attemptId, createdAt } = attempt;
  if (key) {
    const claim = { requestHash: key.requestHash, attemptId, createdAt };
    await claimKey(tx, { companyId, scope: actor, key: key.key }, claim);
  }
  await startPayee(tx, deps, { payee, plan: purchase.plan });
  await announceStart(tx, deps, { attempt, actor, address: attempt.clientAddress });
  return { attempt, order };
}
