/**
 * Tells processors to forget methods that were removed, once no charge on them is open: a debit that
 * is under way may still have to be looked up or sent again. What fails is tried at the next sweep.
 */
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../deps.ts';
import { processorOf } from '../payments/core/processor-for-company.ts';
import { Secret } from '../processors/secret.ts';
import { findCompany } from '../storage/billing/companies.ts';
import type { MethodRow } from '../storage/billing/invoices.ts';
import { findToForget, markForgotten } from '../storage/methods/methods.ts';
import { sealContext } from '../storage/seal.ts';

const SWEEP_LIMIT = 100;

async function forget(deps: Deps, method: MethodRow): Promise<void> {
  const { companyId, id: methodId, processorCustomer } = method;
  const company = await deps.database.inCompany({ companyId }, (tx) => findCompany(tx, companyId));
  invariant(company, 'a method belongs to a company');
  // A company that went to another processor has no key to the old one any more.
  const processor =
    company.processor === method.processor ? await processorOf(deps, company) : null;
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
      deps.log.error({ methodId: method.id, err: error }, 'a method could not be forgotten');
    }
  }
  return removed.length;
}
