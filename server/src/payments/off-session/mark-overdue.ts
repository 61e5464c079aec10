/** Marks invoices as overdue from the day after their due date, by the company's calendar (R8). */
import { addDays } from '@quittance/contract/dates';
import { moveInvoice } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../deps.ts';
import { markOverdueInvoices } from '../../storage/arrangements/due.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './sweep-companies.ts';

async function overdueFor(deps: Deps, { company, today }: CompanyDay): Promise<Counts> {
  const { companyId } = company;
  const move = { status: 'DUE', event: 'overdue', statusBefore: null } as const;
  const to = moveInvoice({ ...move, dueDate: addDays(today, -1), today });
  const overdue = await deps.database.inCompany({ companyId }, (tx) =>
    markOverdueInvoices(tx, { companyId, today }, to),
  );
  return { overdue };
}

export function markOverdue(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'mark-overdue', sweep: overdueFor });
}
