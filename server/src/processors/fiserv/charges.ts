/**
 * Taking, finding and giving back money. A charge goes out under our attempt's id, which the gateway
 * recognises for about five minutes; later doubts are cleared up by an inquiry, never by sending.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { AnswerLost, NeverSent } from '../http.ts';
import type {
  ChargeOrder,
  Charges,
  Declined,
  NotFound,
  Outcome,
  RefundOrder,
  RefundOutcome,
  SoughtCharge,
} from '../processor.ts';
import { Refused, Unreadable } from './client.ts';
import {
  fromInquiry,
  fromRefund,
  fromTransaction,
  givenRefund,
  referenceOf,
  unknown,
} from './from-fiserv.ts';
import {
  authenticate,
  authenticationId,
  fromAuthentication,
  isAuthentication,
  type Steps,
  stillWaiting,
} from './three-d-secure.ts';
import { toCharge, toInquiry, toRefund, toVerify } from './to-fiserv.ts';
import type { Proof, Transaction } from './wire.ts';

export type Account = Steps & { clock: Clock };

/** One minute less than the gateway remembers a Client-Request-Id. */
const RESEND_WITHIN_MS = 4 * 60_000;

const REFUSED_MESSAGE =
  'The payment could not be accepted. Please check the details and try again.';

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}

/** Refused for what it says, as opposed to for who says it or how often. */
export function refusedFor({ status, detail }: Refused): Declined {
  return {
    kind: 'declined',
    processorReference: null,
    code: detail.code ?? `http_${status}`,
    message: REFUSED_MESSAGE,
    class: 'hard',
  };
}

/** No such transaction, in the ways a gateway might say it. */
function saysNotFound(error: unknown): boolean {
  if (!(error instanceof Refused)) return false;
  const { status, detail } = error;
  return detail.code === '131' || (status === 404 && detail.type === 'GATEWAY');
}

async function inquire({ client, merchant }: Account, reference: string): Promise<Transaction[]> {
  try {
    return await client.inquire(randomUUID(), toInquiry(reference, merchant));
  } catch (error) {
    if (saysNotFound(error)) return [];
    throw error;
  }
}

async function find(account: Account, reference: string): Promise<Outcome | NotFound> {
  const nowMs = Date.parse(account.clock.now());
  return fromInquiry(await inquire(account, reference), reference, nowMs);
}

/**
 * A key that opens no door has booked nothing. But the gateway may also turn away a repeated
 * request id as a replay, and then the first request may have been carried out: the inquiry tells
 * the two apart, because it comes with the same key and an id of its own.
 */
async function turnedAway(account: Account, reference: string, reason: string): Promise<Outcome> {
  try {
    const found = await find(account, reference);
    return found.kind === 'not_found' ? unknown(reason) : found;
  } catch (error) {
    return error instanceof Refused ? { kind: 'not_sent', reason } : unknown(reason);
  }
}

const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403]);
const TOO_MANY_REQUESTS = 429;

async function outcomeOf(account: Account, reference: string, error: unknown): Promise<Outcome> {
  if (error instanceof NeverSent) return { kind: 'not_sent', reason: error.message };
  if (error instanceof AnswerLost || error instanceof Unreadable) return unknown(error.message);
  if (!(error instanceof Refused)) throw error;
  if (TURNED_AWAY.has(error.status)) return turnedAway(account, reference, error.message);
  if (error.status === TOO_MANY_REQUESTS) return { kind: 'not_sent', reason: error.message };
  return refusedFor(error);
}

/** Some merchant accounts get a token with every answer; nobody asked the payer about that one. */
function withoutUnasked(outcome: Outcome, { savesMethod }: ChargeOrder): Outcome {
  return savesMethod || !('kept' in outcome) ? outcome : { ...outcome, kept: null };
}

async function send(account: Account, order: ChargeOrder, proof: Proof | null): Promise<Outcome> {
  const { client, merchant, clock } = account;
  try {
    const answer = await client.charge(order.reference, toCharge({ order, merchant, proof }));
    return withoutUnasked(fromTransaction(answer, Date.parse(clock.now())), order);
  } catch (error) {
    return outcomeOf(account, order.reference, error);
  }
}

async function lookUp(account: Account, sought: SoughtCharge): Promise<Outcome | NotFound> {
  const { reference, processorReference } = sought;
  try {
    const found = await find(account, reference);
    const isWaiting = found.kind === 'not_found' && isAuthentication(processorReference);
    return isWaiting ? stillWaiting(processorReference) : found;
  } catch (error) {
    // Not being able to ask says nothing about the charge, whatever the reason.
    return unknown(reasonOf(error));
  }
}

/**
 * After the challenge: asks how it ended, and charges with the proof. While the payer is not done, or
 * the gateway no longer knows them, it is still waiting; the core gives up on it in time.
 */
async function finish(account: Account, order: ChargeOrder, waiting: string): Promise<Outcome> {
  const { client, merchant } = account;
  try {
    const answer = await client.verify(randomUUID(), toVerify(authenticationId(waiting), merchant));
    const authenticated = fromAuthentication(answer);
    switch (authenticated.kind) {
      case 'proven':
        return send(account, order, authenticated.proof);
      case 'unproven':
        return send(account, order, null);
      case 'action_required':
        return stillWaiting(waiting);
      default:
        return authenticated;
    }
  } catch (error) {
    return error instanceof Refused ? stillWaiting(waiting) : unknown(reasonOf(error));
  }
}

/** Under this reference a refund is given once, however late it is asked for again. */
async function refund(account: Account, order: RefundOrder): Promise<RefundOutcome> {
  const { client, merchant } = account;
  try {
    const given = givenRefund(await inquire(account, order.reference), order.reference);
    if (given) return { kind: 'refunded', refundReference: referenceOf(given) };
    return fromRefund(await client.refund(order.reference, toRefund(order, merchant)));
  } catch (error) {
    const isRefused = error instanceof Refused && !TURNED_AWAY.has(error.status);
    return isRefused ? { kind: 'refused', message: error.message } : unknown(reasonOf(error));
  }
}

export function chargesOf(account: Account): Charges {
  return {
    resend: { kind: 'same_key', withinMs: RESEND_WITHIN_MS },
    async charge(order) {
      const authenticated = await authenticate(account, order);
      if (authenticated.kind === 'proven') return send(account, order, authenticated.proof);
      return authenticated.kind === 'unproven' ? send(account, order, null) : authenticated;
    },
    lookup: (sought) => lookUp(account, sought),
    finishAction: (order, processorReference) => finish(account, order, processorReference),
    refund: (order) => refund(account, order),
  };
}
