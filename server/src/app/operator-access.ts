/**
 * Operator commands for access: public links and sessions. Changes are written to the audit trail.
 */

import { type CompanyRow, findCompanyByDomain } from '../companies/store.ts';
import { findCustomerByNumber } from '../customers/customer-records.ts';
import { listCapabilities, revokeCapability } from '../identity/capabilities.ts';
import { endSessions } from '../identity/session.ts';
import { listSessions } from '../identity/session-rows.ts';
import type { Deps } from '../kernel/deps.ts';
import { unlockCapability } from '../ledger/recent-attempts.ts';
import { appendAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { REQUEST_LIMIT_NAMES } from '../platform/limits/limit-config.ts';
import { listCounters } from '../platform/limits/limit-counters.ts';
import { OrderRefused } from './order-refused.ts';

export type OperatorDeps = Pick<
  Deps,
  'database' | 'clock' | 'entropy' | 'sealer' | 'publicUrl' | 'limits'
>;

type Work<Result> = (tx: Tx, company: CompanyRow) => Promise<Result>;

function inCompany<Result>(
  { database }: OperatorDeps,
  domain: string,
  work: Work<Result>,
): Promise<Result> {
  return database.asSystem(async (tx) => {
    const company = await findCompanyByDomain(tx, domain);
    if (!company) throw new OrderRefused(`There is no company ${domain}.`);
    return work(tx, company);
  });
}

type AuditEntry = { action: string; subject: string; detail?: Record<string, unknown> };

function record(
  tx: Tx,
  deps: OperatorDeps,
  entry: AuditEntry & { company: CompanyRow },
): Promise<void> {
  const { company, action, subject, detail = {} } = entry;
  const { companyId } = company;
  const at = deps.clock.now();
  return appendAudit(tx, { companyId, actor: 'operator', action, subject, detail, at });
}

export function listLinks(deps: OperatorDeps, domain: string) {
  return inCompany(deps, domain, (tx, { companyId }) => listCapabilities(tx, companyId));
}

export function revokeLink(deps: OperatorDeps, domain: string, id: string) {
  return inCompany(deps, domain, async (tx, company) => {
    const key = { companyId: company.companyId, id };
    const isRevoked = await revokeCapability(tx, key, deps.clock.now());
    if (!isRevoked) throw new OrderRefused(`${domain} has no link ${id} that is open.`);
    await record(tx, deps, { company, action: 'link_revoked', subject: id });
  });
}

/** Resets the count of refused payments that had locked the link. */
export function unlockLink(deps: OperatorDeps, domain: string, id: string) {
  return inCompany(deps, domain, async (tx, company) => {
    const key = { companyId: company.companyId, linkId: id };
    const isUnlocked = await unlockCapability(tx, key, deps.clock.now());
    if (!isUnlocked) throw new OrderRefused(`${domain} has no link ${id}.`);
    await record(tx, deps, { company, action: 'link_unlocked', subject: id });
  });
}

export function listBlocks({ database, clock, limits }: OperatorDeps) {
  return database.asSystem(async (tx) => {
    const counters = await listCounters(tx, clock.now());
    return counters.filter(({ key, count }) => {
      const figure = REQUEST_LIMIT_NAMES.find((name) => key.startsWith(`${name}:`));
      return figure !== undefined && count >= limits[figure].count;
    });
  });
}

export function listOpenSessions(deps: OperatorDeps, domain: string) {
  return inCompany(deps, domain, (tx, { companyId }) =>
    listSessions(tx, companyId, deps.clock.now()),
  );
}

export function endSessionsFor(deps: OperatorDeps, domain: string, customerRef: string) {
  return inCompany(deps, domain, async (tx, company) => {
    const { companyId } = company;
    const customer = await findCustomerByNumber(tx, { companyId, customerRef });
    if (!customer) throw new OrderRefused(`${domain} has no customer ${customerRef}.`);
    const customerId = customer.id;
    const count = await endSessions(tx, { companyId, customerId }, deps.clock.now());
    const action = 'sessions_ended';
    await record(tx, deps, { company, action, subject: customerId, detail: { count } });
    return count;
  });
}

/** Used after a restore, once the processor's own report has been compared. Jobs then charge and refund again. */
export async function releaseHeldCharges(deps: OperatorDeps, domain: string) {
  // Loaded here because the other commands of this file need no payments.
  const { releaseByPerson } = await import('../payments/reconciliation/release-charges.ts');
  return inCompany(deps, domain, async (tx, company) => {
    await releaseByPerson(tx, company);
    await record(tx, deps, { company, action: 'charges_released', subject: domain });
  });
}
