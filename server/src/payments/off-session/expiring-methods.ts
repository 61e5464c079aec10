/**
 * Notifies customers of cards that expire within 30 days, once per card (R28). The audit trail records the notice.
 * An expired card is not disabled, because its issuer may still accept it.
 */

import { methodLabel } from '@quittance/domain/checkout/method-label';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { notify } from '../../customers/mail/notify.ts';
import type { Deps } from '../../kernel/deps.ts';
import { EXPIRY_NOTIFIED, lockExpiringMethods } from '../../methods/expiring-methods.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import type { MethodRow } from '../../schema/customers.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './sweep-companies.ts';

async function notifyExpiring(tx: Tx, { clock }: Deps, method: MethodRow): Promise<void> {
  const { companyId, customerId, id, expiresMonth, expiresYear } = method;
  const at = clock.now();
  const data = { method: methodLabel(method, checkoutTexts) };
  await notify(tx, { companyId, customerId, template: 'method-expiring', data, at });
  recordEvent(tx, { companyId, type: 'method.expiring', objectId: id, at });
  await appendAudit(tx, {
    companyId,
    actor: 'job:expiring-methods',
    action: EXPIRY_NOTIFIED,
    subject: `method:${id}`,
    detail: { expiresMonth, expiresYear },
    at,
  });
}

async function notifyCompany(deps: Deps, { company, today }: CompanyDay): Promise<Counts> {
  const { companyId } = company;
  return deps.database.inCompany({ companyId }, async (tx) => {
    const methods = await lockExpiringMethods(tx, { companyId, today });
    for (const method of methods) await notifyExpiring(tx, deps, method);
    return { expiring: methods.length };
  });
}

export function notifyExpiringMethods(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, {
    name: 'expiring-methods',
    work: 'hasExpiring',
    sweep: notifyCompany,
  });
}
