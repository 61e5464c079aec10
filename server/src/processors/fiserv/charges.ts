/**
 * Charges, lookups and refunds. A charge is sent with the attempt id as its request id, which the gateway
 * recognizes for about five minutes. After that, only an inquiry may determine the outcome.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { AnswerLost, NeverSent } from '../../platform/outbound/http-client.ts';
import { isNotProcessed, Refused, Unreadable } from '../json-answer.ts';
import { failedLookup, notSent, REFUSED_MESSAGE, toMessage, unknown } from '../outcomes.ts';
import type {
  CancelOutcome,
  ChargeLookup,
  ChargeOrder,
  Charges,
  Declined,
  NotFound,
  Outcome,
  RefundOrder,
  RefundOutcome,
  WaitingCharge,
} from '../processor.ts';
import { type CheckField, refuseIncomplete } from './check-fields.ts';
import { chargeIn, existingRefund, fromRefund, fromTransaction, refundsIn } from './from-fiserv.ts';
import {
  type AuthenticationResult,
  authenticate,
  authenticationId,
  fromAuthentication,
  isAuthentication,
  type Steps,
  stillWaiting,
} from './three-d-secure.ts';
import { type TransactionReference, toCharge, toInquiry, toRefund, toVerify } from './to-fiserv.ts';
import type { Proof, Transaction } from './wire.ts';

export type Account = Steps & { clock: Clock; checkFields: readonly CheckField[] };

/** One minute less than the time for which the gateway recognizes a Client-Request-Id. */
const RESEND_WITHIN_MS = 4 * 60_000;

/** For a request declined because of its content, not its credentials or rate. */
export function declinedBy({ status, detail }: Refused): Declined {
  return {
    kind: 'declined',
    processorReference: null,
    code: detail.code ?? `http_${status}`,
    message: REFUSED_MESSAGE,
    class: 'hard',
  };
}

/** The gateway reports an unknown transaction in several ways. */
function saysNotFound(error: unknown): boolean {
  if (!(error instanceof Refused)) return false;
  const { status, detail } = error;
  return detail.code === '131' || (status === 404 && detail.type === 'GATEWAY');
}

async function inquire(
  { client, merchant }: Account,
  sought: TransactionReference,
): Promise<Transaction[]> {
  try {
    return await client.inquire(randomUUID(), toInquiry(sought, merchant));
  } catch (error) {
    if (saysNotFound(error)) return [];
    throw error;
  }
}

/** Refunds, including those made in the dashboard, belong to the order of their charge. */
async function withRefunds(
  account: Account,
  charge: Transaction,
  reference: string,
): Promise<Outcome> {
  const outcome = fromTransaction(charge, Date.parse(account.clock.now()));
  const { orderId: referenceOrderId } = charge.gatewayResponse.transactionProcessingDetails;
  if (!('amountCents' in outcome) || outcome.refunds || !referenceOrderId) return outcome;
  try {
    const order = await inquire(account, { referenceOrderId });
    return { ...outcome, refunds: refundsIn(order, reference) };
  } catch (error) {
    // The account does not support inquiries by order, but the charge itself is known.
    if (error instanceof Refused && !isNotProcessed(error)) return outcome;
    throw error;
  }
}

async function find(account: Account, reference: string): Promise<Outcome | NotFound> {
  const list = await inquire(account, { referenceMerchantTransactionId: reference });
  const charge = chargeIn(list, reference);
  if (!charge) return { kind: 'not_found' };
  return 'kind' in charge ? charge : withRefunds(account, charge, reference);
}

/**
 * 401 and 403 mean that the key is wrong and nothing was booked. The gateway may also reject a repeated request id
 * as a replay, in which case the first request may have been executed. An inquiry distinguishes the two, because it
 * uses the same key with a new request id.
 */
async function afterUnauthorized(
  account: Account,
  reference: string,
  reason: string,
): Promise<Outcome> {
  try {
    const found = await find(account, reference);
    return found.kind === 'not_found' ? unknown(reason) : found;
  } catch (error) {
    return error instanceof Refused ? notSent(reason) : unknown(reason);
  }
}

const UNAUTHORIZED: ReadonlySet<number> = new Set([401, 403]);
const TOO_MANY_REQUESTS = 429;

async function findOutcome(account: Account, reference: string, error: unknown): Promise<Outcome> {
  if (error instanceof NeverSent) return notSent(error.message);
  if (error instanceof AnswerLost || error instanceof Unreadable) return unknown(error.message);
  if (!(error instanceof Refused)) throw error;
  if (UNAUTHORIZED.has(error.status)) return afterUnauthorized(account, reference, error.message);
  if (error.status === TOO_MANY_REQUESTS) return notSent(error.message);
  return declinedBy(error);
}

/** Some merchant accounts get a token with every response. Without the payer's consent, it is dropped. */
function withRequestedMethod(outcome: Outcome, { savesMethod, source }: ChargeOrder): Outcome {
  if (!('saved' in outcome) || !outcome.saved) return outcome;
  if (!savesMethod) return { ...outcome, saved: null };
  // Responses never include the type of a bank account.
  return { ...outcome, saved: { ...outcome.saved, accountType: source.accountType ?? null } };
}

async function send(account: Account, order: ChargeOrder, proof: Proof | null): Promise<Outcome> {
  const { client, merchant, clock, checkFields } = account;
  const request = toCharge({ order, merchant, proof, checkFields });
  try {
    const answer = await client.charge(order.reference, request);
    return withRequestedMethod(fromTransaction(answer, Date.parse(clock.now())), order);
  } catch (error) {
    return findOutcome(account, order.reference, error);
  }
}

async function lookUp(account: Account, { reference }: ChargeLookup): Promise<Outcome | NotFound> {
  try {
    return await find(account, reference);
  } catch (error) {
    return failedLookup(error);
  }
}

type Permit = () => Promise<boolean>;

/** An authentication does not take money and expires by itself, so without a charge there is nothing to cancel. */
async function cancel(account: Account, sought: WaitingCharge): Promise<CancelOutcome> {
  const found = await lookUp(account, sought);
  if (found.kind === 'not_found' || found.kind === 'unknown') return found;
  return { kind: 'not_cancelable' };
}

/**
 * Runs after the challenge: reads its result and charges with the proof. While the challenge is open, or unknown to
 * the gateway, the charge stays waiting. The core cancels it after a time limit.
 */
async function finish(
  account: Account,
  order: ChargeOrder,
  { waiting, permit }: { waiting: string; permit: Permit },
): Promise<Outcome> {
  if (!isAuthentication(waiting)) return unknown('not found');
  const authenticated = await readChallenge(account, waiting);
  if (authenticated.kind !== 'proven' && authenticated.kind !== 'unproven') return authenticated;
  if (!(await permit())) return unknown('not found, and too late to send it again');
  return send(account, order, authenticated.kind === 'proven' ? authenticated.proof : null);
}

async function readChallenge(account: Account, waiting: string): Promise<AuthenticationResult> {
  const { client, merchant } = account;
  try {
    const answer = await client.verify(randomUUID(), toVerify(authenticationId(waiting), merchant));
    const authenticated = fromAuthentication(answer);
    return authenticated.kind === 'action_required' ? stillWaiting(waiting) : authenticated;
  } catch (error) {
    const isRefused = error instanceof Refused && !isNotProcessed(error);
    return isRefused ? stillWaiting(waiting) : unknown(toMessage(error));
  }
}

async function findRefund(account: Account, reference: string): Promise<RefundOutcome | null> {
  const list = await inquire(account, { referenceMerchantTransactionId: reference });
  return existingRefund(list, reference);
}

/**
 * Idempotent: looks for an existing refund under the reference first, so that a deferred refund can be sent again.
 */
async function refund(account: Account, order: RefundOrder): Promise<RefundOutcome> {
  const { client, merchant } = account;
  try {
    const existing = await findRefund(account, order.reference);
    if (existing) return existing;
    return fromRefund(await client.refund(order.reference, toRefund(order, merchant)));
  } catch (error) {
    if (error instanceof NeverSent) return { kind: 'deferred', reason: error.message };
    if (!(error instanceof Refused)) return unknown(toMessage(error));
    return isNotProcessed(error) || saysNotFound(error)
      ? { kind: 'deferred', reason: error.message }
      : { kind: 'refused', refundReference: null, message: error.message };
  }
}

export function toCharges(account: Account): Charges {
  return {
    resend: { kind: 'same_key', withinMs: RESEND_WITHIN_MS },
    async charge(order) {
      const isOneTime = order.source.kind === 'new' && !order.savesMethod;
      const refused = refuseIncomplete({ ...order, isOneTime }, account.checkFields);
      if (refused) return refused;
      const authenticated = await authenticate(account, order);
      if (authenticated.kind === 'proven') return send(account, order, authenticated.proof);
      return authenticated.kind === 'unproven' ? send(account, order, null) : authenticated;
    },
    lookup: (sought) => lookUp(account, sought),
    cancel: (sought) => cancel(account, sought),
    finishAction: (order, waiting, permit) => finish(account, order, { waiting, permit }),
    refund: (order) => refund(account, order),
  };
}
