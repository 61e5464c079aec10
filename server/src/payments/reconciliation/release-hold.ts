/** Lets an owner end the hold after a restore, once the charges since the backup are known (R84). */
import { invariant } from '@quittance/domain/invariant';
import { getCompany } from '../../companies/manage-companies.ts';
import { findCompany } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type Actor, recordAction } from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { releaseByPerson } from './release-charges.ts';

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
  await recordAction(tx, deps, {
    actor,
    action: 'company.charges_released',
    subject,
    detail: { reason },
  });
  return getCompany(tx, actor);
}
