/**
 * Tells customers of cards that expire within 30 days, once for each card (R28). That it was told is
 * in the audit trail. A card that has expired is not disabled: its bank may well still accept it.
 */
import { addDays } from '@quittance/contract/dates';
import type { Deps } from '../../deps.ts';
import { notify } from '../../mail/notify.ts';
import type { MethodRow } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { EXPIRY_NOTIFIED, lockExpiringMethods } from '../../storage/methods/expiring-methods.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { methodText } from '../core/method-label.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './due-work.ts';

const TELLS_BEFORE_DAYS = 30;

async function tell(tx: Tx, { clock }: Deps, method: MethodRow): Promise<void> {
  const { companyId, customerId, id, expiresMonth, expiresYear } = method;
  const at = clock.now();
  const data = { method: methodText(method) };
  await notify(tx, { companyId, customerId, template: 'method-expiring', data, at });
  await appendAudit(tx, {
    companyId,
    actor: 'job:expiring-methods',
    action: EXPIRY_NOTIFIED,
    subject: `method:${id}`,
    detail: { expiresMonth, expiresYear },
    at,
  });
}

async function tellFor(deps: Deps, { company, today }: CompanyDay): Promise<Counts> {
  const { companyId } = company;
  const until = addDays(today, TELLS_BEFORE_DAYS);
  return deps.database.inCompany({ companyId }, async (tx) => {
    const methods = await lockExpiringMethods(tx, { companyId, today, until });
    for (const method of methods) await tell(tx, deps, method);
    return { expiring: methods.length };
  });
}

export function tellOfExpiringMethods(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'expiring-methods', sweep: tellFor });
}
