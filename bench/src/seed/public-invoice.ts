/** Seeds one due invoice with a public link and a session of its customer. */
import { randomUUID } from 'node:crypto';
import { addCompany, addCustomers, addLink, type SeedTools, signIn } from './add-company.ts';
import { addPayableInvoices } from './add-invoices.ts';

export async function addPublicInvoice(seeding: SeedTools) {
  const name = `link-${randomUUID().slice(0, 8)}`;
  const company = await addCompany(seeding, { name });
  const { companyId } = company;
  const customerIds = await addCustomers(seeding, companyId, 1);
  const invoices = { companyId, customerIds, count: 1, prefix: 'PL' };
  const [invoice] = await addPayableInvoices(seeding, invoices);
  if (!invoice) throw new Error('the invoice was not written');
  const customer = { companyId, customerId: invoice.customerId };
  const token = await addLink(seeding, customer, invoice.requestId);
  const { bearer } = await signIn(seeding, customer);
  return { company, invoice, token, bearer };
}
