/**
 * Checks the state of an intent at the processor: it moved and is booked, it can no longer be confirmed, or it
 * still can. An expired intent is canceled there. Once the secret was handed out, only the processor's response
 * closes an intent (R44).
 */
import { invariant } from '@quittance/domain/invariant';
import { findProcessor } from '../../companies/processor-for-company.ts';
import { addMs } from '../../kernel/clock.ts';
import { repeatAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import {
  findIntent,
  type Intent,
  intentQueue,
  isIntentFor,
  isOpenIntent,
  lockIntent,
  updateIntent,
} from '../../ledger/intents.ts';
import { intentCheckAt } from '../../ledger/next-check.ts';
import type { RequestKey } from '../../platform/database/keys.ts';
import { claimOne } from '../../platform/queue/queue.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import type { FoundIntent, Intents } from '../../processors/processor.ts';
import { reportOtherAccount } from '../core/other-account.ts';
import type { SettleSource } from '../settlement/settle.ts';
import { bookIntent } from './book-intent.ts';

/**
 * `waiting`: the money is moving, but the intent can be booked only later. `unknown`: the processor gave no clear
 * response.
 */
export type IntentEnd = 'moved' | 'closed' | 'open' | 'waiting' | 'unknown';

/** Closes the intent, unless it has moved. With `isUnoffered`, closes it only if its secret was not handed out. */
async function close(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { companyId, id: intentId }: Pick<Intent, 'companyId' | 'id'>,
  { isUnoffered = false }: { isUnoffered?: boolean } = {},
): Promise<boolean> {
  return database.inCompany({ companyId }, async (tx) => {
    const intent = await lockIntent(tx, { companyId, intentId });
    invariant(intent, 'intents are never deleted');
    if (!isOpenIntent(intent)) return true;
    if (isUnoffered && intent.processorReference !== null) return false;
    const final = { nextCheckAt: null, settledAt: clock.now() };
    await updateIntent(tx, { companyId, intentId }, { state: 'CANCELED', ...final });
    return true;
  });
}

/** After a failed debit, the intent can still be confirmed. It is canceled so that it is not charged again. */
async function isOver(intents: IntentGateway, reference: string): Promise<boolean> {
  const canceled = await intents.cancel(reference);
  if (canceled.kind !== 'not_cancelable') return canceled.kind === 'canceled';
  const { kind } = await intents.find(reference);
  return kind === 'closed' || kind === 'returned';
}

/** After this time, no page shows the intent anymore. */
const NOT_FOUND_FOR_MS = 24 * 60 * 60_000;

/**
 * The keys may belong to another account, and a page may still be able to confirm the intent, so it remains open.
 * It is closed after a limited time, since it would otherwise permanently block a company that has moved to another
 * account.
 */
async function stand(deps: Deps, intent: Intent): Promise<IntentEnd> {
  reportOtherAccount(deps, intent);
  if (deps.clock.now() < addMs(intent.expiresAt, NOT_FOUND_FOR_MS)) return 'unknown';
  await close(deps, intent);
  return 'closed';
}

type Look = { intent: Intent; reference: string; source: SettleSource };

/** Books an intent that moved, even if it was already considered closed. */
async function lookAt(
  deps: Deps,
  intents: IntentGateway,
  { intent, reference, source }: Look,
): Promise<IntentEnd> {
  const found: FoundIntent = await intents.find(reference);
  switch (found.kind) {
    case 'succeeded':
    case 'pending':
    case 'returned': {
      if (found.kind === 'returned' && !(await isOver(intents, reference))) return 'unknown';
      const booked = await bookIntent(deps, { intent, found, source });
      return booked === 'unclear' ? 'unknown' : booked;
    }
    case 'closed':
      await close(deps, intent);
      return 'closed';
    case 'not_found':
      return stand(deps, intent);
    case 'open':
    case 'unknown':
      return found.kind;
  }
}

async function cancel(
  deps: Deps,
  intents: IntentGateway,
  { intent, reference, source }: Look,
): Promise<IntentEnd> {
  const { kind } = await intents.cancel(reference);
  if (kind === 'not_cancelable') return lookAt(deps, intents, { intent, reference, source });
  if (kind === 'not_found') return stand(deps, intent);
  if (kind === 'unknown') return 'unknown';
  await close(deps, intent);
  return 'closed';
}

type IntentGateway = Pick<Intents, 'find' | 'cancel'>;

function asking(deps: Deps, intents: Intents): IntentGateway {
  return {
    find: (reference) => orUnknown(deps, () => intents.find(reference)),
    cancel: (reference) => orUnknown(deps, () => intents.cancel(reference)),
  };
}

async function findIntents(
  deps: Deps,
  { companyId, processor }: Intent,
): Promise<IntentGateway | null> {
  const intents = (await findProcessor(deps, companyId, processor))?.intents;
  return intents ? asking(deps, intents) : null;
}

function isExpired({ clock }: Pick<Deps, 'clock'>, { expiresAt }: Intent): boolean {
  return expiresAt <= clock.now();
}

/** Ensures that the intent can no longer be confirmed, or books it. */
export async function retireIntent(
  deps: Deps,
  intent: Intent,
  source: SettleSource = 'expiry',
): Promise<IntentEnd> {
  const { processorReference: reference } = intent;
  // The secret was not handed out, and a response still in flight will be discarded.
  if (reference === null) {
    return (await close(deps, intent, { isUnoffered: true })) ? 'closed' : 'unknown';
  }
  const intents = await findIntents(deps, intent);
  if (intents) return cancel(deps, intents, { intent, reference, source });
  // The company has moved to another processor and no longer has a key to the old one.
  if (!isExpired(deps, intent)) return 'unknown';
  await close(deps, intent);
  return 'closed';
}

/**
 * Looks up the intent at the processor, regardless of its local state. `reference` is set if reconciliation found
 * it.
 */
export async function findOutIntent(
  deps: Deps,
  intent: Intent,
  {
    source,
    reference = intent.processorReference,
  }: Omit<Look, 'intent' | 'reference'> & { reference?: string | null },
): Promise<IntentEnd> {
  const intents = await findIntents(deps, intent);
  if (!intents || !reference) return 'unknown';
  return lookAt(deps, intents, { intent, reference, source });
}

/** A creation or change that got no response is given up like an expired offer. */
async function check(deps: Deps, intent: Intent): Promise<IntentEnd> {
  const isOffered = intent.state === 'OFFERED' && !isExpired(deps, intent);
  return isOffered
    ? findOutIntent(deps, intent, { source: 'resolver' })
    : retireIntent(deps, intent);
}

async function scheduleNextCheck(deps: Deps, { companyId, id: intentId }: Intent): Promise<void> {
  await deps.database.inCompany({ companyId }, async (tx) => {
    const intent = await lockIntent(tx, { companyId, intentId });
    if (!intent || !isOpenIntent(intent)) return;
    const checkCount = intent.checkCount + 1;
    const at = intentCheckAt({ ...intent, checkCount, now: deps.clock.now() });
    await updateIntent(tx, { companyId, intentId }, { checkCount, nextCheckAt: at });
  });
}

async function claimNext(deps: Deps, of: RequestKey | null): Promise<Intent | null> {
  const wanted = of ? { companyId: of.companyId, where: isIntentFor(of) } : {};
  const lease = await deps.database.writeAlone((tx) =>
    claimOne(tx, deps, { queue: intentQueue, ...wanted }),
  );
  return lease?.row ?? null;
}

async function checkClaimed(deps: Deps, intent: Intent): Promise<void> {
  try {
    await check(deps, intent);
    await scheduleNextCheck(deps, intent);
  } catch (error) {
    const { companyId, id: intentId } = intent;
    deps.log.error(
      { event: 'intent.check_failed', companyId, intentId, err: error },
      'an intent could not be checked',
    );
  }
}

export function checkDueIntents(deps: Deps): Promise<number> {
  return repeatAtMost(deps.concurrency.lookups, {
    claim: () => claimNext(deps, null),
    work: (intent) => checkClaimed(deps, intent),
  });
}

export async function checkIntent(deps: Deps, of: RequestKey): Promise<boolean> {
  const intent = await claimNext(deps, of);
  if (intent) await checkClaimed(deps, intent);
  return intent !== null;
}

/** Returns whether the charge of this attempt is final, which means that its intent can no longer be confirmed. */
export async function isFinalAtProcessor(deps: Deps, attempt: Attempt): Promise<boolean> {
  const { companyId, id: intentId, processorReference } = attempt;
  const intent = await deps.database.inCompany({ companyId }, (tx) =>
    findIntent(tx, { companyId, intentId }),
  );
  if (!intent || !processorReference) return true;
  const intents = await findIntents(deps, intent);
  return intents ? isOver(intents, processorReference) : true;
}
