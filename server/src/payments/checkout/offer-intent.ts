/**
 * Offers an intent (product §7, pay/intent and schedule-payment/pay; R44). The intent is stored before the
 * processor creates it, and its secret is returned only after the processor's reference is stored. A request has
 * one open intent: an older one is canceled first.
 */
import { attemptIdSchema, type RequestId } from '@quittance/contract/ids';
import type { IntentAnswer } from '@quittance/contract/payments/portal-schemas';
import { invariant } from '@quittance/domain/invariant';
import type { BrowserLanguage } from '../../customers/payer-language.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Principal, principalName } from '../../kernel/principal.ts';
import { refuseCardTesting } from '../../ledger/card-testing.ts';
import {
  countIntents,
  hasOpenIntent,
  type Intent,
  insertIntent,
  lockIntent,
  updateIntent,
} from '../../ledger/intents.ts';
import { INTENT_LIVES_MS, intentCheckAt, PREPARED_CHECK_MS } from '../../ledger/next-check.ts';
import type { Tx } from '../../platform/database/database.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import type { Evidence, IntentOrder, Intents, Offered } from '../../processors/processor.ts';
import { IntentStands } from '../core/intent-stands.ts';
import { retireIntent } from '../intents/check-intent.ts';
import { withoutIntents } from '../intents/clear-intents.ts';
import { lockContext } from './begin.ts';
import { intentAnswer, requireIntents, toOrder } from './intent-answer.ts';
import { quoteIntent } from './quote-intent.ts';

export type IntentRequest = {
  principal: Principal;
  requestId: RequestId;
  evidence: Evidence;
  browser: BrowserLanguage;
  isScheduled: boolean;
};

export type PreparedIntent = { intent: Intent; order: IntentOrder };

async function refuseTooMany(
  tx: Tx,
  { clock, limits }: Deps,
  { principal, requestId }: IntentRequest,
): Promise<void> {
  const { count, windowMs } = limits.requestIntents;
  const { companyId } = principal;
  const since = addMs(clock.now(), -windowMs);
  const offered = await countIntents(tx, { companyId, requestId, since });
  if (offered >= count) throw new AppError('TOO_MANY_REQUESTS', { retryAfterMs: windowMs });
}

async function prepare(tx: Tx, deps: Deps, asked: IntentRequest): Promise<PreparedIntent> {
  const { principal, requestId, evidence, browser, isScheduled } = asked;
  const locked = await lockContext(tx, asked);
  const { context } = locked;
  const { companyId, customerId } = context.request;
  const terms = { version: 1, kind: null, count: null, isScheduled };
  const quote = await quoteIntent(tx, deps, { principal, browser, locked, ...terms });
  const payable = { companyId, customerId, requestId, invoiceId: context.invoice?.id ?? null };
  if (await hasOpenIntent(tx, payable)) throw new IntentStands(payable);
  await refuseTooMany(tx, deps, asked);
  await refuseCardTesting(tx, deps, { principal, clientIp: evidence.ipAddress });
  const now = deps.clock.now();
  const intent = await insertIntent(tx, {
    ...payable,
    id: attemptIdSchema.parse(deps.entropy.uuid()),
    actor: principalName(principal),
    processor: context.company.processor,
    state: 'PREPARED',
    quotes: [quote],
    evidence,
    nextCheckAt: addMs(now, PREPARED_CHECK_MS),
    createdAt: now,
    expiresAt: addMs(now, INTENT_LIVES_MS),
  });
  return { intent, order: toOrder(context, intent, quote) };
}

/** Returns null if the intent was given up in the meantime. Its secret is then not returned to the browser. */
export async function storeOffer(
  deps: Deps,
  { companyId, id: intentId, quotes }: Intent,
  { processorReference }: Offered,
): Promise<Intent | null> {
  return deps.database.inCompany({ companyId }, async (tx) => {
    const intent = await lockIntent(tx, { companyId, intentId });
    invariant(intent, 'intents are never deleted');
    if (intent.state !== 'PREPARED' || intent.quotes.length !== quotes.length) return null;
    const now = deps.clock.now();
    const check = { checkCount: 0, nextCheckAt: intentCheckAt({ ...intent, checkCount: 0, now }) };
    const offer = { state: 'OFFERED', processorReference, ...check } as const;
    return updateIntent(tx, { companyId, intentId }, offer);
  });
}

/**
 * An intent whose secret never reached our pages cannot be confirmed. Canceling it only cleans up at the processor.
 */
async function discard(deps: Deps, intents: Intents, { processorReference }: Offered) {
  deps.log.info({ event: 'intent.discarded', processorReference }, 'an intent was discarded');
  await orUnknown(deps, () => intents.cancel(processorReference));
}

export async function offerIntent(deps: Deps, asked: IntentRequest): Promise<IntentAnswer> {
  const { companyId, customerId } = asked.principal;
  const intents = await requireIntents(deps, asked);
  const { intent, order } = await withoutIntents(deps, () =>
    deps.database.inCompany({ companyId, customerId }, (tx) => prepare(tx, deps, asked)),
  );
  const outcome = await orUnknown(deps, () => intents.offer(order));
  if (outcome.kind !== 'offered') {
    await retireIntent(deps, intent);
    throw new AppError(outcome.kind === 'declined' ? 'STRIPE_ERROR' : 'PROCESSOR_UNAVAILABLE');
  }
  const offered = await storeOffer(deps, intent, outcome);
  if (offered) return intentAnswer(offered, outcome);
  await discard(deps, intents, outcome);
  throw new AppError('ACCOUNT_IS_PROCESSING');
}
