/** An owner ends the hold after a restore, once the charges since the backup are known (R84). */
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../deps.ts';
import { releaseByPerson } from '../payments/reconciliation/release-charges.ts';
import { findCompany } from '../storage/billing/companies.ts';
import type { Tx } from '../storage/database.ts';
import { type Actor, recordDeed } from './actor.ts';
import { getCompany } from './companies.ts';

export async function releaseHold(
  tx: Tx,
  deps: Deps,
  { actor, reason }: { actor: Actor; reason: string },
) {
  const { companyId } = actor;
  const company = await findCompany(tx, companyId);
  invariant(company, 'an actor has a company');
  await releaseByPerson(tx, company);
  const subject = `company:${companyId}`;
  await recordDeed(tx, deps, {
    actor,
    action: 'company.charges_released',
    subject,
    detail: { reason },
  });
  return getCompany(tx, actor);
}
