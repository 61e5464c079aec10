/**
 * Resolves open setups, which are waiting for a 3-D Secure challenge or have lost their response. Looks them up at
 * the processor and settles the outcome. A polling browser does not have to wait for the sweep.
 */
import { RESPONSE_MESSAGES } from '@quittance/contract/errors';
import { invariant } from '@quittance/domain/invariant';
import { findProcessor } from '../companies/processor-for-company.ts';
import { repeatAtMost } from '../kernel/concurrency.ts';
import type { Deps } from '../kernel/deps.ts';
import { claimOne } from '../platform/queue/queue.ts';
import type { Processor, SetupOutcome } from '../processors/processor.ts';
import {
  findSetupByReference,
  isOpenSetup,
  isSetup,
  type Setup,
  setupQueue,
} from './method-setups.ts';
import { callSetup } from './save-method.ts';
import { openSetupOrder } from './sealed-setup-order.ts';
import { isExpired, isOffered, settleSetup } from './settle-setup.ts';

async function lookUp(deps: Deps, setup: Setup): Promise<SetupOutcome> {
  const { companyId, id, orderSealed, processorReference } = setup;
  const processor = await findProcessor(deps, companyId);
  if (!processor) return { kind: 'unknown', reason: 'no adapter' };
  if (isOffered(setup)) return lookUpOffered(deps, setup, processor);
  const { save, findSaved } = processor.methods;
  if (findSaved && processorReference) {
    return asRepeat(await callSetup(deps, id, () => findSaved(processorReference)));
  }
  invariant(orderSealed, 'an open setup has its order');
  const order = openSetupOrder(deps.sealer, { companyId, id, orderSealed });
  return asRepeat(await callSetup(deps, id, () => save(order)));
}

const WAITING: SetupOutcome = { kind: 'unknown', reason: 'not confirmed yet' };

const NOT_SAVED: SetupOutcome = {
  kind: 'declined',
  processorReference: null,
  code: 'expired',
  message: RESPONSE_MESSAGES.setupChallengeExpired,
  class: 'soft',
};

/** After a decline, the payer may try another method until the offer expires and is canceled. */
async function lookUpOffered(
  deps: Deps,
  setup: Setup,
  { methods, intents }: Processor,
): Promise<SetupOutcome> {
  const { id, processorReference: reference } = setup;
  const { findSaved } = methods;
  // The processor's response was lost, and with it the secret.
  if (!reference || !findSaved || !intents) return NOT_SAVED;
  const find = () => callSetup(deps, id, () => findSaved(reference));
  const found = await find();
  if (found.kind === 'saved') return found;
  if (!isExpired(setup, deps.clock.now())) return WAITING;
  const { kind } = await intents.cancelSetup(reference);
  if (kind !== 'not_cancelable') return kind === 'unknown' ? WAITING : NOT_SAVED;
  const late = await find();
  return late.kind === 'saved' ? late : NOT_SAVED;
}

/** A repeated call that was not sent does not reveal the outcome of the first call. */
function asRepeat(outcome: SetupOutcome): SetupOutcome {
  return outcome.kind === 'not_sent' ? { kind: 'unknown', reason: outcome.reason } : outcome;
}

async function resolve(deps: Deps, setup: Setup): Promise<Setup> {
  const outcome = await lookUp(deps, setup);
  return settleSetup(deps, { companyId: setup.companyId, setupId: setup.id }, outcome);
}

/** Reads an open setup that an event names, whenever its next check is due. */
export async function resolveReportedSetup(
  deps: Deps,
  key: Pick<Setup, 'companyId'> & { processorReference: string },
): Promise<void> {
  const setup = await deps.database.readForCompany(key, (tx) => findSetupByReference(tx, key));
  if (setup && isOpenSetup(setup)) await resolve(deps, setup);
}

/** Does nothing if the setup is final, its check is not due, or another process is running the check. */
export async function resolveSetupIfDue(deps: Deps, setup: Setup): Promise<Setup> {
  const claimed = await claimNext(deps, setup);
  return claimed ? resolve(deps, claimed) : setup;
}

async function claimNext(deps: Deps, only?: Setup): Promise<Setup | null> {
  const wanted = only ? { companyId: only.companyId, where: isSetup({ setupId: only.id }) } : {};
  const lease = await deps.database.writeAlone((tx) =>
    claimOne(tx, deps, { queue: setupQueue, ...wanted }),
  );
  return lease?.row ?? null;
}

async function resolveClaimed(deps: Deps, setup: Setup): Promise<void> {
  try {
    await resolve(deps, setup);
  } catch (error) {
    const { companyId, id: setupId } = setup;
    deps.log.error(
      { event: 'method_setup.resolve_failed', companyId, setupId, err: error },
      'a method setup could not be resolved',
    );
  }
}

export function resolveDueSetups(deps: Deps): Promise<number> {
  return repeatAtMost(deps.concurrency.lookups, {
    claim: () => claimNext(deps),
    work: (setup) => resolveClaimed(deps, setup),
  });
}
