/**
 * Deletes removed methods at their processors, once no charge on them is open: a pending debit may
 * still have to be looked up or sent again. A failure is retried by the next sweep.
 */
import type { Deps } from '../deps.ts';
import { findProcessor } from '../payments/core/processor-for-company.ts';
import { Secret } from '../processors/secret.ts';
import type { MethodRow } from '../storage/billing/invoices.ts';
import { findToForget, markForgotten } from '../storage/methods/methods.ts';
import { sealContext } from '../storage/seal.ts';

const SWEEP_LIMIT = 100;

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

export async function forgetRemoved(deps: Deps): Promise<number> {
  const removed = await deps.database.asSystem((tx) => findToForget(tx, SWEEP_LIMIT));
  for (const method of removed) {
    try {
      await forget(deps, method);
    } catch (error) {
      deps.log.error(
        { event: 'method.removal_failed', methodId: method.id, err: error },
        'a method could not be removed at the processor',
      );
    }
  }
  return removed.length;
}
