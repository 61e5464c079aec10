/**
 * Auto-pay looks ahead (R14): for each open invoice whose time has come it writes down when it will
 * charge it and tells the customer, in one transaction. The charge itself is charge-due's business.
 */
import { addDays } from '@quittance/contract/dates';
import { addCents } from '@quittance/contract/money';
import { payableAmount } from '@quittance/domain/amounts';
import { autoPayDates, NOTICE_DAYS } from '@quittance/domain/auto-pay';
import { feeFor } from '@quittance/domain/fees';
import type { Deps } from '../deps.ts';
import {
  type AutoPayCandidate,
  closeSettledAutoPayCharges,
  findAutoPayCandidates,
  insertAutoPayCharge,
} from '../storage/auto-pay-charges.ts';
import type { Tx } from '../storage/database.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './due-work.ts';
import { tellOfCharge } from './give-notice.ts';

const LOOKS_AHEAD_DAYS = Math.max(...Object.values(NOTICE_DAYS));

/** False while it is too early for a notice, or when another process was first. */
async function planOne(
  tx: Tx,
  deps: Deps,
  { company, today, candidate }: CompanyDay & { candidate: AutoPayCandidate },
): Promise<boolean> {
  const { invoice, method, mandateId, sinceOn } = candidate;
  const { companyId, customerId, id: invoiceId, accountRef, dueOn } = invoice;
  const { kind, brand, last4, id: methodId } = method;
  const amountCents = payableAmount(invoice);
  const { noticeOn, chargeOn } = autoPayDates({ kind, dueOn, sinceOn, today });
  if (amountCents <= 0 || noticeOn > today) return false;
  const id = deps.entropy.uuid();
  const isFirst = await insertAutoPayCharge(tx, {
    companyId,
    id,
    customerId,
    invoiceId,
    methodId,
    mandateId,
    chargeOn,
    state: 'LIVE',
    tries: 0,
    nextTryOn: null,
    createdAt: deps.clock.now(),
  });
  if (!isFirst) return false;
  const { fee } = feeFor({ kind, amountCents, company });
  const totalCents = addCents(amountCents, fee);
  const arrangement = { kind: 'autoPay', id } as const;
  const named = { customerId, invoiceId, accountRef, arrangement, chargeOn };
  return tellOfCharge(tx, deps, { companyId, ...named, totalCents, kind, brand, last4 });
}

async function planFor(deps: Deps, { company, today }: CompanyDay): Promise<Counts> {
  const { companyId } = company;
  const dueUntil = addDays(today, LOOKS_AHEAD_DAYS);
  return deps.database.inCompany({ companyId }, async (tx) => {
    const closed = await closeSettledAutoPayCharges(tx, companyId);
    let planned = 0;
    for (const candidate of await findAutoPayCandidates(tx, { companyId, dueUntil })) {
      if (await planOne(tx, deps, { company, today, candidate })) planned += 1;
    }
    return { planned, closed };
  });
}

export function planAutoPay(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'plan-auto-pay', sweep: planFor });
}
