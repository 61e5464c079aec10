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
import { ZERO } from '@quittance/contract/money';
import type { FullSubmitBody, Quote } from '@quittance/contract/payments';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { isPaid, moveInvoice } from '@quittance/domain/invoice-status';
import { type Principal, principalName } from '../access/principal.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { Evidence, Payer } from '../processors/processor.ts';
import { type Attempt, findAttempt, hasOpenAttempt, insertAttempt } from '../storage/attempts.ts';
import { appendAudit } from '../storage/audit.ts';
import { type CompanyRow, findCompany } from '../storage/companies.ts';
import { findPayer } from '../storage/customers.ts';
import { type Tx, violatedConstraint } from '../storage/database.ts';
import { claimKey, findKey } from '../storage/idempotency.ts';
import { findRequest, type InvoiceRow, lockInvoice, updateInvoice } from '../storage/invoices.ts';
import { announce, scheduleCheck } from './events.ts';
import { nextCheckAt } from './next-check.ts';
import { payableNow } from './payable-now.ts';

export type PayCommand = {
  principal: Principal;
  requestId: RequestId;
  key: IdempotencyKey;
  body: FullSubmitBody;
  /** From where and with what the payer clicked. */
  evidence: Evidence;
};

export type Begun = { attempt: Attempt; invoice: InvoiceRow; company: CompanyRow; payer: Payer };

/** `repeated`: the same key was here before, and this is what became of it. */
export type BeginResult = ({ kind: 'started' } & Begun) | { kind: 'repeated'; attempt: Attempt };

/**
 * What is being bought, not how it is paid: after a reload the secure fields give another token, and
 * an honest retry must not look like a different purchase.
 */
function hashOf({ requestId, body }: PayCommand): string {
  const { quote, paymentInfo } = body;
  const bought = [requestId, 'FULL_AMOUNT', quote.amount, quote.fee, paymentInfo.paymentType];
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

type Decided = { command: PayCommand; invoice: InvoiceRow; company: CompanyRow; payable: Payable };

async function writeAttempt(
  tx: Tx,
  { clock, entropy }: Pick<Deps, 'clock' | 'entropy'>,
  { command, invoice, company, payable }: Decided,
): Promise<Attempt> {
  const now = clock.now();
  const { companyId, customerId, id: invoiceId } = invoice;
  const kind = command.body.paymentInfo.paymentType;
  const attemptId: AttemptId = attemptIdSchema.parse(entropy.uuid());
  const attempt = await insertAttempt(tx, {
    companyId,
    id: attemptId,
    requestId: command.requestId,
    invoiceId,
    customerId,
    purpose: 'FULL_AMOUNT',
    paymentOption: 'PAY_IN_FULL',
    type: 'PAYMENT',
    initiator: 'CIT',
    processor: company.processor,
    method: kind === 'card' ? 'CARD' : 'ACH',
    state: 'SENT',
    amountCents: payable.amount,
    feeCents: payable.fees[kind].fee,
    creditCents: ZERO,
    nextCheckAt: nextCheckAt({ state: 'SENT', checkCount: 0, now }),
    clientAddress: command.evidence.ipAddress,
    claimedDevice: command.body.paymentInfo.deviceInfo ?? null,
    createdAt: now,
  });
  await claimKey(
    tx,
    { companyId, scope: principalName(command.principal), key: command.key },
    { requestHash: hashOf(command), attemptId, createdAt: now },
  );
  const today = clock.today(company.timeZone);
  const { status, dueOn, statusBefore } = invoice;
  const started = moveInvoice({ status, event: 'started', dueDate: dueOn, today, statusBefore });
  await updateInvoice(tx, { companyId, invoiceId }, { status: started, statusBefore: status });
  return attempt;
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

  const payable = payableNow(invoice, company);
  await refuseUnlessPayable(tx, invoice, payable);
  refuseWrongTerms(payable, command.body.paymentInfo.paymentType, command.body.quote);

  const attempt = await writeAttempt(tx, deps, { command, invoice, company, payable });
  const at = deps.clock.now();
  await scheduleCheck(tx, attempt);
  await announce(tx, attempt, at);
  const { id, amountCents, feeCents } = attempt;
  await appendAudit(tx, {
    companyId,
    actor: principalName(command.principal),
    action: 'payment.started',
    subject: `attempt:${id}`,
    detail: { amountCents, feeCents, address: command.evidence.ipAddress },
    at,
  });
  const reference = request.customerId;
  return { kind: 'started', attempt, invoice, company, payer: { ...payer, reference } };
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
