/**
 * Changes an offered intent to another kind of method, or to a plan (product §7, PUT intent; R44). The new version
 * of the quote is stored before it is sent to the processor. Until the processor's response is stored, the amount
 * that would be charged is unknown, so a change without a response ends the intent.
 */
import type { RequestId } from '@quittance/contract/ids';
import type { IntentAnswer } from '@quittance/contract/payments/portal-schemas';
import type { BodyOf } from '@quittance/contract/portal-routes';
import type { BrowserLanguage } from '../../customers/payer-language.ts';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Principal, principalName } from '../../kernel/principal.ts';
import { refuseNewBankAccounts } from '../../ledger/ach-return-rate.ts';
import {
  findIntentByReference,
  type Intent,
  lockIntent,
  updateIntent,
} from '../../ledger/intents.ts';
import { PREPARED_CHECK_MS } from '../../ledger/next-check.ts';
import type { Tx } from '../../platform/database/database.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import { retireIntent } from '../intents/check-intent.ts';
import { lockContext } from './begin.ts';
import { intentAnswer, newestQuote, requireIntents, toKind, toOrder } from './intent-answer.ts';
import { type PreparedIntent, storeOffer } from './offer-intent.ts';
import { quoteIntent } from './quote-intent.ts';

export type IntentUpdate = {
  principal: Principal;
  requestId: RequestId;
  body: BodyOf<'updateIntent'>;
  browser: BrowserLanguage;
};

/** Only the requester may see the intent. It is locked after its payable. */
async function lockOwn(tx: Tx, update: IntentUpdate): Promise<Intent> {
  const { principal, requestId, body } = update;
  const { companyId } = principal;
  const processorReference = body.paymentIntent;
  const found = await findIntentByReference(tx, { companyId, processorReference });
  const intent = found ? await lockIntent(tx, { companyId, intentId: found.id }) : null;
  const isOwn = intent?.requestId === requestId && intent.actor === principalName(principal);
  if (!isOwn) throw new AppError('NOT_FOUND');
  return intent;
}

function refuseUnlessOffered({ clock }: Deps, { state, expiresAt }: Intent): void {
  if (state === 'PREPARED' || state === 'MOVED') throw new AppError('ACCOUNT_IS_PROCESSING');
  if (state === 'CANCELED' || expiresAt <= clock.now()) throw new AppError('NOT_FOUND');
}

async function prepare(tx: Tx, deps: Deps, update: IntentUpdate): Promise<PreparedIntent> {
  const { principal, body, browser } = update;
  const locked = await lockContext(tx, update);
  const intent = await lockOwn(tx, update);
  refuseUnlessOffered(deps, intent);
  const { quotes, companyId, id: intentId } = intent;
  const kind = toKind(body.paymentMethod) ?? newestQuote(intent).kind;
  const version = quotes.length + 1;
  const count = body.installments ?? null;
  const asked = { principal, browser, locked, version, kind, count, isScheduled: false };
  const quote = await quoteIntent(tx, deps, asked);
  const prepared = await updateIntent(
    tx,
    { companyId, intentId },
    {
      state: 'PREPARED',
      quotes: [...quotes, quote],
      nextCheckAt: addMs(deps.clock.now(), PREPARED_CHECK_MS),
    },
  );
  return { intent: prepared, order: toOrder(locked.context, prepared, quote) };
}

/** The browser may have confirmed the intent in the meantime. */
async function giveUp(
  deps: Deps,
  intent: Intent,
  failure: 'STRIPE_ERROR' | 'PROCESSOR_UNAVAILABLE',
): Promise<never> {
  const end = await retireIntent(deps, intent);
  throw new AppError(end === 'closed' ? failure : 'ACCOUNT_IS_PROCESSING');
}

/** A plan must specify its kind of method, because the later installments are charged off-session. */
async function refusePlan(deps: Deps, { principal, body }: IntentUpdate): Promise<void> {
  if (body.installments === undefined) return;
  const kind = toKind(body.paymentMethod);
  if (!kind) throw new AppError('SOME_FIELD_IS_MISSING');
  await refuseNewBankAccounts(deps, { companyId: principal.companyId, kind });
}

export async function changeIntent(deps: Deps, update: IntentUpdate): Promise<IntentAnswer> {
  const { principal, body } = update;
  const { companyId, customerId } = principal;
  const intents = await requireIntents(deps, update);
  await refusePlan(deps, update);
  const { intent, order } = await deps.database.inCompany({ companyId, customerId }, (tx) =>
    prepare(tx, deps, update),
  );
  const outcome = await orUnknown(deps, () => intents.change(order, body.paymentIntent));
  if (outcome.kind !== 'offered') {
    return giveUp(
      deps,
      intent,
      outcome.kind === 'declined' ? 'STRIPE_ERROR' : 'PROCESSOR_UNAVAILABLE',
    );
  }
  const offered = await storeOffer(deps, intent, outcome);
  if (!offered) throw new AppError('ACCOUNT_IS_PROCESSING');
  return intentAnswer(offered, outcome);
}
