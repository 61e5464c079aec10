/**
 * Resolves open setups, which wait for a 3-D Secure challenge or whose response was lost: looks them up
 * at the processor and settles the outcome. A polling browser does not wait for the sweep.
 */
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../deps.ts';
import { findProcessor } from '../payments/core/processor-for-company.ts';
import type { SetupOutcome } from '../processors/processor.ts';
import {
  findDueSetups,
  findSetup,
  isOpenSetup,
  type Setup,
  type SetupKey,
} from '../storage/methods/method-setups.ts';
import { callSetup } from './save-method.ts';
import { openSetupOrder } from './sealed-setup-order.ts';
import { settleSetup } from './settle-setup.ts';

const SWEEP_LIMIT = 100;

async function lookUp(deps: Deps, setup: Setup): Promise<SetupOutcome> {
  const { companyId, id, orderSealed, processorReference } = setup;
  const processor = await findProcessor(deps, companyId);
  if (!processor) return { kind: 'unknown', reason: 'no adapter' };
  const { save, findSaved } = processor.methods;
  if (findSaved && processorReference) {
    return asRepeat(await callSetup(deps, id, () => findSaved(processorReference)));
  }
  invariant(orderSealed, 'an open setup has its order');
  const order = openSetupOrder(deps.sealer, { companyId, id, orderSealed });
  return asRepeat(await callSetup(deps, id, () => save(order)));
}

/** A repeated call that was not sent says nothing about the first one. */
function asRepeat(outcome: SetupOutcome): SetupOutcome {
  return outcome.kind === 'not_sent' ? { kind: 'unknown', reason: outcome.reason } : outcome;
}

/** Does nothing when the setup is final or its check is not due. */
export async function resolveSetupIfDue(deps: Deps, setup: Setup): Promise<Setup> {
  const isEarly = setup.nextCheckAt !== null && setup.nextCheckAt > deps.clock.now();
  if (!isOpenSetup(setup) || isEarly) return setup;
  const outcome = await lookUp(deps, setup);
  return settleSetup(deps, { companyId: setup.companyId, setupId: setup.id }, outcome);
}

async function resolve(deps: Deps, key: SetupKey): Promise<void> {
  const { companyId } = key;
  const setup = await deps.database.inCompany({ companyId }, (tx) => findSetup(tx, key));
  if (setup) await resolveSetupIfDue(deps, setup);
}

/** Every open setup whose check is due, in all companies. */
export async function resolveDueSetups(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const due = await deps.database.asSystem((tx) => findDueSetups(tx, now, SWEEP_LIMIT));
  for (const key of due) {
    try {
      await resolve(deps, key);
    } catch (error) {
      deps.log.error(
        { event: 'method_setup.resolve_failed', ...key, err: error },
        'a method setup could not be resolved',
      );
    }
  }
  return due.length;
}
