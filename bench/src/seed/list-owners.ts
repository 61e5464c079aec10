/** Customers with long invoice lists, seeded once per run and only when a row needs them. */
import type { Bench } from '../bench.ts';
import { addCompany, addCustomers, type CustomerKey } from './add-company.ts';
import { addMixedInvoices, addPayments, settleTables } from './add-invoices.ts';

export const LIST_SIZES = ['1k', '100k', '1M'] as const;
export type ListSize = (typeof LIST_SIZES)[number];

const COUNTS: Readonly<Record<ListSize, { own: number; others: number }>> = {
  '1k': { own: 1000, others: 0 },
  '100k': { own: 100_000, others: 0 },
  '1M': { own: 100_000, others: 900_000 },
};
const INVOICES_PER_OTHER = 1000;

async function seed(bench: Bench, size: ListSize): Promise<CustomerKey> {
  const { own, others } = COUNTS[size];
  bench.progress(`seeding ${own + others} invoices`);
  const beganMs = performance.now();
  const { companyId } = await addCompany(bench, { name: `list-${size.toLowerCase()}` });
  const [customerId] = await addCustomers(bench, companyId, 1);
  if (!customerId) throw new Error('the customer was not written');
  const invoices = { companyId, customerIds: [customerId], count: own, prefix: 'OWN' };
  await addMixedInvoices(bench, invoices);
  await addPayments(bench, { companyId, customerId });
  if (others > 0) {
    const customerIds = await addCustomers(bench, companyId, others / INVOICES_PER_OTHER);
    await addMixedInvoices(bench, { companyId, customerIds, count: others, prefix: 'OTH' });
  }
  await settleTables(bench);
  const seconds = (performance.now() - beganMs) / 1000;
  bench.progress(`seeded ${own + others} invoices in ${seconds.toFixed(0)} s`);
  return { companyId, customerId };
}

const owners = new WeakMap<Bench, Map<ListSize, Promise<CustomerKey>>>();

export function listOwner(bench: Bench, size: ListSize): Promise<CustomerKey> {
  const known = owners.get(bench) ?? new Map<ListSize, Promise<CustomerKey>>();
  owners.set(bench, known);
  const owner = known.get(size) ?? seed(bench, size);
  known.set(size, owner);
  return owner;
}
