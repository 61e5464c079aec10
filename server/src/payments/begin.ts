/**
 * Transaction 1 of the charge protocol: under the invoice's lock, decide, compute, and write down
 * what we are about to do, together with the job that will find out if we never hear back. Nothing
 * leaves the house before this is committed; the processor is called by charge(), never here.
 */
import { createHash } from 'node:crypto';
import {
  type AttemptId,
  attemptIdSchema,
  type IdempotencyKey,
  type RequestId,
} from '@quittance/contract/ids';
import type { Payable } from '@quittance/contract/invoices';
import { addCents, ZERO } from '@quittance/contract/money';
import type { FullSubmitBody, Quote } from '@quittance/contract/payments';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { isPaid, moveInvoice } from '@quittance/domain/invoice-status';
import { type Principal, principalName } from '../access/principal.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { ChargeOrder, Evidence, Payer } from '../processors/processor.ts';
import { type Attempt, findAttempt, hasOpenAttempt, insertAttempt } from '../storage/attempts.ts';
import { appendAudit } from '../storage/audit.ts';
import { type CompanyRow, findCompany } from '../storage/companies.ts';
import { findPayer } from '../storage/customers.ts';
import { type Tx, violatedConstraint } from '../storage/database.ts';
import { claimKey, findKey } from '../storage/idempotency.ts';
import { findRequest, type InvoiceRow, lockInvoice, updateInvoice } from '../storage/invoices.ts';
import { recordMandate } from './bank-mandate.ts';
import { type Chosen, chooseSource } from './charge-source.ts';
import { announce, scheduleCheck } from './events.ts';
import { nextCheckAt } from './next-check.ts';
import { payableNow } from './payable-now.ts';
import { sealOrder } from './sealed-order.ts';

export type PayCommand = {
  principal: Principal;
  requestId: RequestId;
  key: IdempotencyKey;
  body: FullSubmitBody;
  /** From where and with what the payer clicked. */
  evidence: Evidence;
};

export type Begun = { attempt: Attempt; order: ChargeOrder };

/** `repeated`: the same key was here before, and this is what became of it. */
export type BeginResult = ({ kind: 'started' } & Begun) | { kind: 'repeated'; attempt: Attempt };

/**
 * What is being bought, not how it is paid: after a reload the secure fields give another token, and
 * an honest retry must not look like a different purchase.
 */
function hashOf({ requestId, body }: PayCommand): string {
  const { quote, paymentInfo } = body;
  const { paymentType, pmID } = paymentInfo;
  const bought = [requestId, 'FULL_AMOUNT', quote.amount, quote.fee, paymentType, pmID ?? null];
  return createHash('sha256').update(JSON.stringify(bought)).digest('hex');
}

async function findRepeat(tx: Tx, command: PayCommand): Promise<Attempt | null> {
  const { companyId } = command.principal;
  const scope = principalName(command.principal);
  const claimed = await findKey(tx, { companyId, scope, key: command.key });
  if (!claimed) return null;
  if (claimed.requestHash !== hashOf(command)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  const attempt = await findAttempt(tx, { companyId, attemptId: claimed.attemptId });
  invariant(attempt, 'a claimed key has its attempt');
  return attempt;
}

async function refuseUnlessPayable(tx: Tx, invoice: InvoiceRow, payable: Payable): Promise<void> {
  if (isPaid(invoice.status)) throw new AppError('ACCOUNT_ALREADY_CLOSED');
  const { companyId, id: invoiceId } = invoice;
  const isProcessing =
    invoice.status === 'PENDING' || (await hasOpenAttempt(tx, { companyId, invoiceId }));
  if (isProcessing) throw new AppError('ACCOUNT_IS_PROCESSING');
  if (!payable.isPayable) throw new AppError('ACCOUNT_NOT_PAYABLE');
}

function refuseWrongTerms(payable: Payable, kind: ChargeKind, quote: Quote): void {
  if (!payable.options.includes('PAY_IN_FULL')) throw new AppError('OPTION_NOT_AVAILABLE');
  if (!payable.kinds.includes(kind)) throw new AppError('METHOD_RESTRICTED');
  if (quote.amount !== payable.amount || quote.fee !== payable.fees[kind].fee) {
    throw new AppError('AMOUNT_CHANGED', { details: { payable } });
  }
}

type Decided = {
  command: PayCommand;
  invoice: InvoiceRow;
  company: CompanyRow;
  payable: Payable;
  chosen: Chosen;
};

/** What is asked of the processor, complete before anything is written. */
function orderFor(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { command, invoice, company, payable, chosen }: Decided,
  { reference, payer }: { reference: AttemptId; payer: Payer },
): ChargeOrder {
  const { paymentType, browserInfo, deviceInfo } = command.body.paymentInfo;
  return {
    reference,
    amountCents: addCents(payable.amount, payable.fees[paymentType].fee),
    kind: paymentType,
    source: chosen.source,
    initiator: 'CIT',
    series: 'single',
    invoiceRef: invoice.accountRef,
    payer,
    keepsMethod: false,
    browserInfo: browserInfo ?? null,
    device: deviceInfo ?? null,
    evidence: command.evidence,
    returnUrl: `${publicUrl}/${company.domain}`,
  };
}

async function writeAttempt(
  tx: Tx,
  deps: Deps,
  { decided, order }: { decided: Decided; order: ChargeOrder },
): Promise<Attempt> {
  const { command, invoice, company, payable, chosen } = decided;
  const now = deps.clock.now();
  const { companyId, customerId, id: invoiceId } = invoice;
  const mandateId = await recordMandate(tx, deps, { ...decided, method: chosen.method });
  const attempt = await insertAttempt(tx, {
    companyId,
    id: order.reference,
    requestId: command.requestId,
    invoiceId,
    customerId,
    purpose: 'FULL_AMOUNT',
    paymentOption: 'PAY_IN_FULL',
    type: 'PAYMENT',
    initiator: 'CIT',
    processor: company.processor,
    method: order.kind === 'card' ? 'CARD' : 'ACH',
    state: 'SENT',
    amountCents: payable.amount,
    feeCents: payable.fees[order.kind].fee,
    creditCents: ZERO,
    methodId: chosen.method?.id ?? null,
    methodBrand: chosen.method?.brand ?? null,
    methodLast4: chosen.method?.last4 ?? null,
    mandateId,
    orderSealed: sealOrder(deps.sealer, companyId, order),
    nextCheckAt: nextCheckAt({ state: 'SENT', checkCount: 0, now }),
    clientAddress: command.evidence.ipAddress,
    claimedDevice: order.device,
    createdAt: now,
  });
  await claimKey(
    tx,
    { companyId, scope: principalName(command.principal), key: command.key },
    { requestHash: hashOf(command), attemptId: attempt.id, createdAt: now },
  );
  await startInvoice(tx, deps, decided);
  return attempt;
}

async function startInvoice(tx: Tx, { clock }: Deps, { invoice, company }: Decided): Promise<void> {
  const { companyId, id: invoiceId, status, dueOn: dueDate, statusBefore } = invoice;
  const today = clock.today(company.timeZone);
  const started = moveInvoice({ status, event: 'started', dueDate, today, statusBefore });
  await updateInvoice(tx, { companyId, invoiceId }, { status: started, statusBefore: status });
}

async function decide(tx: Tx, deps: Deps, command: PayCommand): Promise<BeginResult> {
  const { companyId } = command.principal;
  const request = await findRequest(tx, { companyId, requestId: command.requestId });
  if (!request?.invoiceId) throw new AppError('REQUEST_NOT_FOUND');
  const invoice = await lockInvoice(tx, { companyId, invoiceId: request.invoiceId });
  const company = await findCompany(tx, companyId);
  const payer = await findPayer(tx, { companyId, customerId: request.customerId });
  invariant(invoice && company && payer, 'a request has its invoice, company and customer');

  const repeat = await findRepeat(tx, command);
  if (repeat) return { kind: 'repeated', attempt: repeat };

  const payable = payableNow(deps, invoice, company);
  await refuseUnlessPayable(tx, invoice, payable);
  refuseWrongTerms(payable, command.body.paymentInfo.paymentType, command.body.quote);

  const { principal, body } = command;
  const chosen = await chooseSource(tx, deps, {
    principal,
    requestId: request.id,
    invoice,
    paymentInfo: body.paymentInfo,
  });
  const decided = { command, invoice, company, payable, chosen };
  const reference = attemptIdSchema.parse(deps.entropy.uuid());
  const whose = { ...payer, reference: request.customerId };
  const order = orderFor(deps, decided, { reference, payer: whose });
  const attempt = await writeAttempt(tx, deps, { decided, order });
  await announceStart(tx, deps, { attempt, command });
  return { kind: 'started', attempt, order };
}

async function announceStart(
  tx: Tx,
  { clock }: Deps,
  { attempt, command }: { attempt: Attempt; command: PayCommand },
): Promise<void> {
  const at = clock.now();
  const { companyId, id, amountCents, feeCents } = attempt;
  await scheduleCheck(tx, attempt);
  await announce(tx, attempt, at);
  await appendAudit(tx, {
    companyId,
    actor: principalName(command.principal),
    action: 'payment.started',
    subject: `attempt:${id}`,
    detail: { amountCents, feeCents, address: command.evidence.ipAddress },
    at,
  });
}

export async function begin(deps: Deps, command: PayCommand): Promise<BeginResult> {
  const { companyId, customerId } = command.principal;
  try {
    return await deps.database.inCompany({ companyId, customerId }, (tx) =>
      decide(tx, deps, command),
    );
  } catch (error) {
    // The index is the last guard: whatever the code above believed, one open attempt is all.
    if (violatedConstraint(error)?.startsWith('one_open_attempt_per_')) {
      throw new AppError('ACCOUNT_IS_PROCESSING');
    }
    throw error;
  }
}
