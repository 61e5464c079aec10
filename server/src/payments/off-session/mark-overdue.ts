/**
 * Daily changes to invoices, based on the company's calendar (R8): invoices become overdue on the day after their
 * due date, and a reopened offer ends (R41).
 */
import { addDays } from '@quittance/contract/dates';
import { moveInvoice } from '@quittance/domain/status/invoice-status';
import { closeExpiredOffers, markOverdueInvoices } from '../../arrangements/due.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './sweep-companies.ts';

async function overdueFor(deps: Deps, { company, today }: CompanyDay): Promise<Counts> {
  const { companyId } = company;
  const move = { status: 'DUE', event: 'overdue', statusBefore: null } as const;
  const to = moveInvoice({ ...move, dueDate: addDays(today, -1), today });
  const day = { companyId, today, now: deps.clock.now() };
  return deps.database.inCompany({ companyId }, async (tx) => ({
    overdue: await markOverdueInvoices(tx, day, to),
    expiredOffers: await closeExpiredOffers(tx, day),
  }));
}

export function markOverdue(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'mark-overdue', work: 'hasOverdue', sweep: overdueFor });
}
