/** Applies credit to the oldest due invoices of its customer, if the company wants that (R90). */
import { minCents } from '@quittance/contract/money';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { listCreditedCustomers, listOldestDue } from '../../arrangements/due.ts';
import { findCustomer } from '../../customers/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CustomerKey } from '../../platform/database/keys.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { applyCredit } from '../settlement/settle-credit.ts';
import { addCounts, type CompanyDay, type Counts, sweepCompanies } from './sweep-companies.ts';

/** An invoice that is being paid or has an arrangement is left to its payer. */
async function applyTo(deps: Deps, key: CustomerKey, invoice: InvoiceRow): Promise<Counts> {
  try {
    return await deps.database.inCompany(key, async (tx) => {
      const customer = await findCustomer(tx, key);
      const amountCents = customer && minCents(customer.creditCents, payableAmount(invoice));
      if (!amountCents) return {};
      await applyCredit(tx, deps, { ...key, invoiceId: invoice.id, amountCents });
      return { applied: 1 };
    });
  } catch (error) {
    if (error instanceof AppError) return { skipped: 1 };
    throw error;
  }
}

async function applyFor(deps: Deps, { company }: CompanyDay): Promise<Counts> {
  const { companyId } = company;
  const customerIds = await deps.database.inCompany({ companyId }, (tx) =>
    listCreditedCustomers(tx, companyId),
  );
  let counts: Counts = {};
  for (const customerId of company.isCreditApplied ? customerIds : []) {
    const key = { companyId, customerId };
    const due = await deps.database.inCompany({ companyId }, (tx) => listOldestDue(tx, key));
    for (const invoice of due) counts = addCounts(counts, await applyTo(deps, key, invoice));
  }
  return counts;
}

export function applyCredits(deps: Deps): Promise<Counts> {
  return sweepCompanies(deps, { name: 'apply-credits', work: 'hasCredit', sweep: applyFor });
}
