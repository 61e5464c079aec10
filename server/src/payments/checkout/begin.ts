/**
 * Transaction 1 of the charge protocol, for a payer who is present: under the locks of what is paid,
 * recognise a repeated key, let the use case decide, and write down what we are about to do. Nothing
 * leaves the house before this is committed; the processor is called by charge(), never here.
 */
import { createHash } from 'node:crypto';
import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import type { FullSubmitBody, PaymentInfo } from '@quittance/contract/payments';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { refuseCardTesting } from '../../limits/card-testing.ts';
import { type Principal, principalName } from '../../principal.ts';
import type { Evidence } from '../../processors/processor.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import { findPayer } from '../../storage/billing/customers.ts';
import { findRequest } from '../../storage/billing/invoices.ts';
import { type Tx, violatedConstraint } from '../../storage/database.ts';
import {
  type Attempt,
  findAttempt,
  hasOpenAttempt,
  hasOpenAttemptOnRequest,
} from '../../storage/payments/attempts.ts';
import { findKey } from '../../storage/payments/idempotency.ts';
import { writeAttempt } from '../charge/write-attempt.ts';
import type { Begun, Payee, Purchase } from '../core/charge-terms.ts';
import { lockSubject, type Subject } from '../core/lock-payable.ts';

/** What a payer asks for, as it came in. */
export type PayCommand<Body = FullSubmitBody> = {
  principal: Principal;
  requestId: RequestId;
  key: IdempotencyKey;
  body: Body;
  /** From where and with what the payer clicked. */
  evidence: Evidence;
};

/** The payee with its locks: what a use case decides on. */
export type Locked = { payee: Payee; subject: Subject };

/** A payer's wish, with how the use case decides on it. */
export type Undertaking = Omit<PayCommand, 'body'> & {
  /**
   * What is being bought, not how it is paid: after a reload the secure fields give another token,
   * and an honest retry must not look like a different purchase.
   */
  bought: readonly unknown[];
  paymentInfo?: Pick<PaymentInfo, 'browserInfo' | 'deviceInfo'>;
  returnPath?: string;
  decide(tx: Tx, locked: Locked): Promise<Purchase>;
};

/** `repeated`: the same key was here before, and this is what became of it. */
export type BeginResult = ({ kind: 'started' } & Begun) | { kind: 'repeated'; attempt: Attempt };

function hashOf({ requestId, bought }: Undertaking): string {
  return createHash('sha256')
    .update(JSON.stringify([requestId, ...bought]))
    .digest('hex');
}

async function findRepeat(tx: Tx, undertaking: Undertaking): Promise<Attempt | null> {
  const { principal, key } = undertaking;
  const { companyId } = principal;
  const claimed = await findKey(tx, { companyId, scope: principalName(principal), key });
  if (!claimed) return null;
  if (claimed.requestHash !== hashOf(undertaking)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  const attempt = await findAttempt(tx, { companyId, attemptId: claimed.attemptId });
  invariant(attempt, 'a claimed key has its attempt');
  return attempt;
}

async function lock(tx: Tx, { principal, requestId }: Undertaking): Promise<Locked> {
  const { companyId } = principal;
  const request = await findRequest(tx, { companyId, requestId });
  if (!request) throw new AppError('REQUEST_NOT_FOUND');
  const { invoiceId, customerId } = request;
  const subject = await lockSubject(tx, { companyId, requestId, invoiceId, planId: null });
  const company = await findCompany(tx, companyId);
  const person = await findPayer(tx, { companyId, customerId });
  invariant(company && person, 'a request has its company and customer');
  const invoice = subject.kind === 'invoice' ? subject.invoice : null;
  const payer = { ...person, reference: customerId };
  return { payee: { request, invoice, company, payer }, subject };
}

/** A payment of the same thing is under way: whoever comes second waits for its end. */
export async function refuseWhileOpen(tx: Tx, { request, invoice }: Payee): Promise<void> {
  const { companyId, id: requestId } = request;
  const isOpen =
    (await hasOpenAttemptOnRequest(tx, { companyId, requestId })) ||
    (invoice !== null && (await hasOpenAttempt(tx, { companyId, invoiceId: invoice.id })));
  if (isOpen) throw new AppError('ACCOUNT_IS_PROCESSING');
}

async function decide(tx: Tx, deps: Deps, undertaking: Undertaking): Promise<BeginResult> {
  const { principal, key, evidence, paymentInfo, returnPath } = undertaking;
  const locked = await lock(tx, undertaking);
  const repeat = await findRepeat(tx, undertaking);
  if (repeat) return { kind: 'repeated', attempt: repeat };
  const purchase = await undertaking.decide(tx, locked);
  await refuseCardTesting(tx, deps, { principal, address: evidence.ipAddress });
  const begun = await writeAttempt(tx, deps, {
    payee: locked.payee,
    purchase,
    actor: principalName(principal),
    evidence,
    device: paymentInfo?.deviceInfo ?? null,
    browserInfo: paymentInfo?.browserInfo ?? null,
    ...(returnPath ? { returnPath } : {}),
    key: { key, requestHash: hashOf(undertaking) },
  });
  return { kind: 'started', ...begun };
}

export async function begin(deps: Deps, undertaking: Undertaking): Promise<BeginResult> {
  const { companyId, customerId } = undertaking.principal;
  try {
    return await deps.database.inCompany({ companyId, customerId }, (tx) =>
      decide(tx, deps, undertaking),
    );
  } catch (error) {
    // The index is the last guard: whatever the code above believed, one open attempt is all.
    if (violatedConstraint(error)?.startsWith('one_open_attempt_per_')) {
      throw new AppError('ACCOUNT_IS_PROCESSING');
    }
    throw error;
  }
}
