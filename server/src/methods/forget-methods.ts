/**
 * Deletes removed methods at their processors, once no charge on them is open: a pending debit may
 * still have to be looked up or sent again. A failure is retried by the next sweep.
 */
import { addMs } from '../clock.ts';
import { repeatAtMost } from '../concurrency.ts';
import type { Deps } from '../deps.ts';
import { findProcessor } from '../payments/core/processor-for-company.ts';
import { Secret } from '../processors/secret.ts';
import type { MethodRow } from '../storage/billing/invoices.ts';
import { claimToForget, markForgotten } from '../storage/methods/methods.ts';
import { sealContext } from '../storage/seal.ts';

async function forget(deps: Deps, method: MethodRow): Promise<void> {
  const { companyId, id: methodId, processorCustomer } = method;
  const processor = await findProcessor(deps, companyId, method.processor);
  const place = sealContext.methodToken({ companyId, methodId });
  const token = new Secret(deps.sealer.open(method.tokenSealed, place));
  await processor?.methods.forget({ token, processorCustomer });
  const at = deps.clock.now();
  await deps.database.inCompany({ companyId }, (tx) =>
    markForgotten(tx, { companyId, methodId }, at),
  );
}

/** Longer than the call to the processor; a failed removal is repeated after it. */
const LEASE_MS = 60_000;

function claimNext({ database, clock }: Deps): Promise<MethodRow | null> {
  const now = clock.now();
  const lease = { now, until: addMs(now, LEASE_MS) };
  return database.asSystem((tx) => claimToForget(tx, lease));
}

async function forgetClaimed(deps: Deps, method: MethodRow): Promise<void> {
  try {
    await forget(deps, method);
  } catch (error) {
    deps.log.error(
      { event: 'method.removal_failed', methodId: method.id, err: error },
      'a method could not be removed at the processor',
    );
  }
}

export function forgetRemoved(deps: Deps): Promise<number> {
  return repeatAtMost(deps.concurrency.lookups, {
    claim: () => claimNext(deps),
    work: (method) => forgetClaimed(deps, method),
  });
}
