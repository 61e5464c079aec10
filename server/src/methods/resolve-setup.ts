/**
 * Finds out what became of methods whose keeping waits for the payer's bank or for an answer that was
 * lost: asks the processor and walks through settleSetup(). A payer who watches does not wait for the
 * sweep.
 */
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../deps.ts';
import { processorOf } from '../payments/core/processor-for-company.ts';
import type { SetupOutcome } from '../processors/processor.ts';
import { findCompany } from '../storage/billing/companies.ts';
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

async function ask(deps: Deps, setup: Setup): Promise<SetupOutcome> {
  const { companyId, id, orderSealed, processorReference } = setup;
  const company = await deps.database.inCompany({ companyId }, (tx) => findCompany(tx, companyId));
  invariant(company, 'a setup belongs to a company');
  const processor = await processorOf(deps, company);
  if (!processor) return { kind: 'unknown', reason: `no adapter for ${company.processor}` };
  const { keep, findKept } = processor.methods;
  if (findKept && processorReference) {
    return onceMore(await callSetup(deps, id, () => findKept(processorReference)));
  }
  invariant(orderSealed, 'an open setup has its order');
  const order = openSetupOrder(deps.sealer, { companyId, id, orderSealed });
  return onceMore(await callSetup(deps, id, () => keep(order)));
}

/** Not having reached the processor this time says nothing about the time before. */
function onceMore(outcome: SetupOutcome): SetupOutcome {
  return outcome.kind === 'not_sent' ? { kind: 'unknown', reason: outcome.reason } : outcome;
}

/** The setup as it stands afterwards; too early or already final is no work at all. */
export async function resolveSetupIfDue(deps: Deps, setup: Setup): Promise<Setup> {
  const isEarly = setup.nextCheckAt !== null && setup.nextCheckAt > deps.clock.now();
  if (!isOpenSetup(setup) || isEarly) return setup;
  const outcome = await ask(deps, setup);
  return settleSetup(deps, { companyId: setup.companyId, setupId: setup.id }, outcome);
}

async function resolve(deps: Deps, key: SetupKey): Promise<void> {
  const { companyId } = key;
  const setup = await deps.database.inCompany({ companyId }, (tx) => findSetup(tx, key));
  if (setup) await resolveSetupIfDue(deps, setup);
}

/** The sweep: every open setup whose time has come, in all companies. */
export async function resolveDueSetups(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const due = await deps.database.asSystem((tx) => findDueSetups(tx, now, SWEEP_LIMIT));
  for (const key of due) {
    try {
      await resolve(deps, key);
    } catch (error) {
      deps.log.error({ ...key, err: error }, 'a method setup could not be resolved');
    }
  }
  return due.length;
}
