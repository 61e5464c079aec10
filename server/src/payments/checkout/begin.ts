/**
 * Transaction 1 of the charge protocol with the payer present: locks the payable, detects a repeated idempotency
 * key, lets the use case decide the terms and writes the attempt. charge() calls the processor after the commit.
 */
import type { IdempotencyKey, MethodId, RequestId } from '@quittance/contract/ids';
import type { Language } from '@quittance/contract/language';
import type { FullSubmitBody, PaymentInfo } from '@quittance/contract/payments/portal-schemas';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { invariant } from '@quittance/domain/invariant';
import { findCompany } from '../../companies/store.ts';
import { findChargedPayer } from '../../customers/store.ts';
import { lockInvoiceOfRequest } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Principal, principalName } from '../../kernel/principal.ts';
import { type Attempt, findAttempt } from '../../ledger/attempts.ts';
import { type AttemptCounts, countAttempts, refuseCardTesting } from '../../ledger/card-testing.ts';
import { findRequestUnderWay } from '../../ledger/holds.ts';
import { holdMethod } from '../../methods/methods.ts';
import { isTakenByOther, type Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/transaction.ts';
import {
  type ClaimedKey,
  findKey,
  hashContent,
  requireSameContent,
} from '../../platform/http/idempotency.ts';
import type { Evidence } from '../../processors/processor.ts';
import type { MethodRow } from '../../schema/customers.ts';
import { writeAttempt } from '../charge/write-attempt.ts';
import type { ChargeTerms, PaymentContext, StartedCharge } from '../core/charge-terms.ts';
import { lockPayable, type Payable } from '../core/lock-payable.ts';

export type PaymentInstruction<Body = FullSubmitBody> = {
  principal: Principal;
  requestId: RequestId;
  key: IdempotencyKey;
  body: Body;
  evidence: Evidence;
};

export type LockedContext = {
  context: PaymentContext;
  payable: Payable;
  /** Language from the customer's settings (R50). */
  language: Language | null;
  /** Set if the saved method was locked together with the invoice. */
  method?: MethodRow | null;
};

export type Checkout = {
  /**
   * Input of the hash stored with the idempotency key. It identifies what is paid, not the token: the secure fields
   * issue another token after a reload, and a retry must match its first request.
   */
  idempotencyInput: readonly unknown[];
  processor: ProcessorName | null;
  paymentInfo: Pick<PaymentInfo, 'browserInfo' | 'deviceInfo'>;
  returnPath?: string;
  /** Set for a payment on an invoice: the saved method that is locked with it, if any. */
  heldMethodId?: MethodId | null;
  /** Runs before the decision, in the same transaction, and may change the invoice. */
  prepare?(tx: Tx, context: PaymentContext): Promise<PaymentContext>;
  decide(tx: Tx, locked: LockedContext): Promise<ChargeTerms>;
};

export type Submission = { instruction: PaymentInstruction<unknown>; checkout: Checkout };

/** `repeated` means that the key was used before. The attempt is the one started by that first use. */
export type BeginResult =
  | ({ kind: 'started' } & StartedCharge)
  | { kind: 'repeated'; attempt: Attempt };

function hashSubmission({ instruction, checkout }: Submission): string {
  return hashContent([instruction.requestId, ...checkout.idempotencyInput]);
}

function findClaimed(tx: Tx, { principal, key }: Submission['instruction']) {
  const { companyId } = principal;
  return findKey(tx, { companyId, scope: principalName(principal), key });
}

async function findRepeat(
  tx: Tx,
  submission: Submission,
  claimed: ClaimedKey | null,
): Promise<Attempt | null> {
  if (!claimed) return null;
  const { companyId } = submission.instruction.principal;
  requireSameContent(claimed, hashSubmission(submission));
  const attempt = await findAttempt(tx, { companyId, attemptId: claimed.attemptId });
  invariant(attempt, 'a claimed key has its attempt');
  return attempt;
}

/**
 * Locks the caller's request together with its payable. The other reads run immediately after the invoice lock, so
 * that they see everything committed before it.
 */
export async function lockContext(
  tx: Tx,
  { principal, requestId }: Pick<PaymentInstruction, 'principal' | 'requestId'>,
  { isOnInvoice = false } = {},
): Promise<LockedContext> {
  const { companyId, customerId } = principal;
  const key = { companyId, requestId };
  const [invoice, found, company, person] = await together([
    lockInvoiceOfRequest(tx, key),
    findRequestUnderWay(tx, key),
    findCompany(tx, companyId),
    findChargedPayer(tx, { companyId, customerId }),
  ]);
  const request = found?.request;
  if (!request || (isOnInvoice && !invoice)) throw new AppError('REQUEST_NOT_FOUND');
  invariant(company && person, 'a request has its company and customer');
  invariant(request.customerId === customerId, 'a request belongs to its caller');
  const payable: Payable = invoice
    ? { kind: 'invoice', invoice, plan: null, installments: [] }
    : await lockPayable(tx, { ...key, invoiceId: null, planId: null });
  const payer = { ...person, reference: customerId };
  const parts = payable.kind === 'invoices' ? { parts: payable.parts } : {};
  const underWay = invoice ? { underWay: found } : {};
  const { language } = person;
  return {
    context: { request, invoice, company, payer, ...parts, ...underWay },
    payable,
    language,
  };
}

/** A payable can have only one open attempt. */
export async function refuseWhileOpen(tx: Tx, context: PaymentContext): Promise<void> {
  const { companyId, id: requestId } = context.request;
  const underWay = context.underWay ?? (await findRequestUnderWay(tx, { companyId, requestId }));
  if (underWay?.hasAttempt) throw new AppError('ACCOUNT_IS_PROCESSING');
}

type LockedSubmission = {
  locked: LockedContext;
  claimed: ClaimedKey | null;
  counts: AttemptCounts | null;
};

/**
 * A payment on an invoice takes its locks and reads in one round trip, with the beginning of the transaction. Lock
 * order: the invoice, the method, the client IP. Every other payable has to be found before it can be locked.
 */
async function lockSubmission(
  tx: Tx,
  deps: Deps,
  { instruction, checkout }: Submission,
): Promise<LockedSubmission> {
  const { principal, evidence } = instruction;
  const { companyId, customerId } = principal;
  const { heldMethodId: methodId } = checkout;
  if (methodId === undefined) {
    const locked = await lockContext(tx, instruction);
    return { locked, claimed: await findClaimed(tx, instruction), counts: null };
  }
  const [locked, method, claimed, counts] = await together([
    lockContext(tx, instruction, { isOnInvoice: true }),
    methodId && holdMethod(tx, { companyId, customerId, methodId }),
    findClaimed(tx, instruction),
    countAttempts(tx, deps, { principal, clientIp: evidence.ipAddress }),
  ]);
  return { locked: { ...locked, method }, claimed, counts };
}

async function decide(tx: Tx, deps: Deps, submission: Submission): Promise<BeginResult> {
  const { instruction, checkout } = submission;
  const { principal, key, evidence } = instruction;
  const { paymentInfo, returnPath } = checkout;
  const { locked: found, claimed, counts } = await lockSubmission(tx, deps, submission);
  const repeat = await findRepeat(tx, submission, claimed);
  if (repeat) return { kind: 'repeated', attempt: repeat };
  const context = (await checkout.prepare?.(tx, found.context)) ?? found.context;
  const locked = { ...found, context };
  const terms = await checkout.decide(tx, locked);
  await refuseCardTesting(tx, deps, { principal, clientIp: evidence.ipAddress, counts });
  const started = await writeAttempt(tx, deps, {
    context: locked.context,
    terms,
    origin: {
      actor: principalName(principal),
      evidence,
      device: paymentInfo.deviceInfo ?? null,
      browserInfo: paymentInfo.browserInfo ?? null,
      ...(returnPath ? { returnPath } : {}),
      idempotency: { key, requestHash: hashSubmission(submission) },
    },
  });
  return { kind: 'started', ...started };
}

export async function begin(deps: Deps, submission: Submission): Promise<BeginResult> {
  const { companyId, customerId } = submission.instruction.principal;
  try {
    return await deps.database.inCompany({ companyId, customerId, isByKey: true }, (tx) =>
      decide(tx, deps, submission),
    );
  } catch (error) {
    if (isTakenByOther(error)) throw new AppError('ACCOUNT_IS_PROCESSING');
    throw error;
  }
}
