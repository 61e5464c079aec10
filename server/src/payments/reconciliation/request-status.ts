/**
 * The status of a payment for a browser that polls (R21). Reading the status also looks up the payment at the
 * processor if a check is due, so that the payer does not have to wait for the job.
 */
import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import type { RequestStatusAnswer } from '@quittance/contract/payments/portal-schemas';
import { DECLINE_TEXTS } from '@quittance/domain/dunning/decline-texts';
import { toPublicReason } from '@quittance/domain/dunning/payment-reasons';
import { isOpen, toPaymentStatus } from '@quittance/domain/status/payment-status';
import { findRequest, type RequestRow } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { maySee, type Principal, principalName } from '../../kernel/principal.ts';
import { toProcessingStatus } from '../../ledger/attempt-events.ts';
import { findNewestPart } from '../../ledger/attempt-parts.ts';
import { type Attempt, findAttempt, findNewestAttempt } from '../../ledger/attempts.ts';
import { readPaymentDays, toDebitDays } from '../../ledger/payment-days.ts';
import { toMethodLine } from '../../methods/method-line.ts';
import { checkSetupStatus } from '../../methods/setup-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findKey } from '../../platform/http/idempotency.ts';
import { openOrder } from '../core/sealed-order.ts';
import { checkIntent } from '../intents/check-intent.ts';
import { giveUp, resolveIfDue } from './resolve.ts';

export type StatusQuery = {
  principal: Principal;
  requestId: RequestId;
  key: IdempotencyKey | undefined;
};

/**
 * Finds the newest payment of the request, or of several invoices including this one. In the second case, only the
 * invoice's part is shown.
 */
async function findNewest(tx: Tx, { companyId, id: requestId, invoiceId }: RequestRow) {
  const alone = await findNewestAttempt(tx, { companyId, requestId });
  const among = invoiceId ? await findNewestPart(tx, { companyId, invoiceId }) : null;
  return among && (!alone || among.createdAt > alone.createdAt) ? among : alone;
}

async function find(tx: Tx, { principal, requestId, key }: StatusQuery) {
  const { companyId } = principal;
  // Row-level security limits a customer to their own requests.
  const request = await findRequest(tx, { companyId, requestId });
  if (!request) throw new AppError('REQUEST_NOT_FOUND');
  if (!key) return findNewest(tx, request);
  const claimed = await findKey(tx, { companyId, scope: principalName(principal), key });
  return claimed ? findAttempt(tx, { companyId, attemptId: claimed.attemptId }) : null;
}

/** A link can be shared, so the method is shown only with the payer's own key (R4). */
function showsMethod({ principal, key }: StatusQuery): boolean {
  return principal.kind === 'customer' || key !== undefined;
}

/**
 * Only the sender of the payment sees the full reason. Everyone else sees no more detail than a public link shows
 * in its lists (R65).
 */
function messageFor(query: StatusQuery, attempt: Attempt): string | null {
  const { state, method, responseCode, responseMessage } = attempt;
  if (showsMethod(query) || state !== 'FAILED') return responseMessage;
  const recorded = { state, method, responseCode, responseMessage, isDisputeLost: false };
  return toPublicReason(recorded) === 'declined' ? DECLINE_TEXTS.declined : responseMessage;
}

/** By the same link, or as the same customer. */
const isOwn = ({ principal }: StatusQuery, { actor }: Attempt): boolean =>
  actor === principalName(principal);

function toChallenge({ sealer }: Deps, query: StatusQuery, attempt: Attempt) {
  if (attempt.state !== 'ACTION_REQUIRED' || !isOwn(query, attempt)) return null;
  const { companyId, id, orderSealed } = attempt;
  const order = orderSealed ? openOrder(sealer, { companyId, id, orderSealed }) : null;
  return { threeDSData: order?.threeDSData ?? null };
}

/** Runs one more statement, for bank debits only (R66). */
async function toDebit(deps: Deps, { principal }: StatusQuery, attempt: Attempt) {
  if (attempt.method !== 'ACH') return null;
  const { companyId, customerId } = principal;
  const { timeZone } = await deps.companies.find(companyId);
  const days = await deps.database.inCompany({ companyId, customerId }, (tx) =>
    readPaymentDays(tx, companyId, [attempt]),
  );
  return toDebitDays(attempt, days, { timeZone, today: deps.clock.today(timeZone) });
}

async function describe(
  deps: Deps,
  query: StatusQuery,
  attempt: Attempt | null,
): Promise<RequestStatusAnswer> {
  if (!attempt) return { success: true, paymentProcessingStatus: 'idle', payment: null };
  return {
    success: true,
    paymentProcessingStatus: toProcessingStatus(attempt.state),
    payment: {
      id: attempt.id,
      status: toPaymentStatus(attempt.state),
      amount: attempt.amountCents,
      fee: attempt.feeCents,
      method: showsMethod(query) ? toMethodLine(attempt) : null,
      createdAt: attempt.createdAt,
      responseMessage: messageFor(query, attempt),
      isActionRequired: attempt.state === 'ACTION_REQUIRED',
      challenge: toChallenge(deps, query, attempt),
      debit: await toDebit(deps, query, attempt),
    },
  };
}

export async function requestStatus(deps: Deps, query: StatusQuery): Promise<RequestStatusAnswer> {
  const { companyId, customerId } = query.principal;
  const { requestId, key } = query;
  if (!maySee(query.principal, requestId)) throw new AppError('REQUEST_NOT_FOUND');
  const read = () => deps.database.inCompany({ companyId, customerId }, (tx) => find(tx, query));
  const known = await read();
  // An intent has no key. Its page requests the newest payment.
  const isChecked = !key && (await checkIntent(deps, { companyId, requestId }));
  const attempt = isChecked ? await read() : known;
  if (!attempt || !key) {
    const newerThan = attempt?.createdAt ?? null;
    const scheduling = await checkSetupStatus(deps, { ...query, newerThan });
    if (scheduling) return scheduling;
  }
  if (!attempt || !isOpen(attempt.state)) return describe(deps, query, attempt);
  const resolved = await resolveIfDue(deps, { companyId, attemptId: attempt.id });
  const { amountCents, feeCents } = attempt;
  return describe(deps, query, resolved && { ...resolved, amountCents, feeCents });
}

/** R43: the payment is given up only after the processor confirms it. The response contains the current status. */
export async function cancelChallenge(
  deps: Deps,
  query: StatusQuery,
): Promise<RequestStatusAnswer> {
  const { companyId, customerId } = query.principal;
  if (!maySee(query.principal, query.requestId)) throw new AppError('REQUEST_NOT_FOUND');
  const attempt = await deps.database.inCompany({ companyId, customerId }, (tx) => find(tx, query));
  if (attempt?.state !== 'ACTION_REQUIRED' || !isOwn(query, attempt)) {
    return describe(deps, query, attempt);
  }
  const { amountCents, feeCents } = attempt;
  return describe(deps, query, { ...(await giveUp(deps, attempt)), amountCents, feeCents });
}
