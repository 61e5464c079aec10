/**
 * Deletes removed methods at their processors, as far as their APIs can, and destroys our copy of the token. Waits
 * until no charge on the method is open, because a pending debit may still have to be looked up or sent again. The
 * next sweep retries failures.
 */

import { findProcessor } from '../companies/processor-for-company.ts';
import { repeatAtMost } from '../kernel/concurrency.ts';
import type { Deps } from '../kernel/deps.ts';
import { claimOne, finish, type Lease } from '../platform/queue/queue.ts';
import { sealContext } from '../platform/sealing/seal.ts';
import { Secret } from '../processors/secret.ts';
import { forgetQueue, isUnused } from './methods.ts';
import { forgetCustomerAt } from './processor-customers.ts';

type MethodLease = Lease<typeof forgetQueue.table>;

async function forget(deps: Deps, lease: MethodLease): Promise<void> {
  const method = lease.row;
  const { companyId, id: methodId, kind, processorCustomer } = method;
  const processor = await findProcessor(deps, companyId, method.processor);
  const place = sealContext.methodToken({ companyId, methodId });
  if (method.tokenSealed) {
    const token = new Secret(deps.sealer.open(method.tokenSealed, place));
    await processor?.methods.forget({ token, kind, processorCustomer });
  }
  const forgotten = { forgottenAt: deps.clock.now(), tokenSealed: null, schemeReference: null };
  await deps.database.writeAlone(async (tx) => {
    await finish(tx, lease, forgotten);
    await forgetCustomerAt(tx, method, forgotten.forgottenAt);
  });
}

function claimNext(deps: Deps): Promise<MethodLease | null> {
  return deps.database.writeAlone((tx) =>
    claimOne(tx, deps, { queue: forgetQueue, where: isUnused(tx) }),
  );
}

async function forgetClaimed(deps: Deps, lease: MethodLease): Promise<void> {
  try {
    await forget(deps, lease);
  } catch (error) {
    deps.log.error(
      { event: 'method.removal_failed', methodId: lease.row.id, err: error },
      'a method could not be removed at the processor',
    );
  }
}

export function forgetRemoved(deps: Deps): Promise<number> {
  return repeatAtMost(deps.concurrency.lookups, {
    claim: () => claimNext(deps),
    work: (lease) => forgetClaimed(deps, lease),
  });
}
