/** Invoices past their due date are overdue from the next day of the company's own calendar on (R8). */
import { addDays } from '@quittance/contract/dates';
import { moveInvoice } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../deps.ts';
import { markOverdueInvoices } from '../../storage/arrangements/due.ts';
import { type CompanyDay, type Counts, sweepCompanies } from './due-work.ts';

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
