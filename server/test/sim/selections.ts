/**
 * Rows for selections of the customer's invoices that are paid together (R48), and for a custom amount on the first
 * invoice (R49).
 */
import { requestIdSchema } from '@quittance/contract/ids';
import { addCents, cents } from '@quittance/contract/money';
import { insertSelection } from '../../src/requests/selections.ts';
import type { Setting as SeedContext, TestCompany, TestInvoice } from '../world/company.ts';
import type { SimRequest } from './seen.ts';

export type BilledInvoice = { invoice: TestInvoice; totalCents: number };

/**
 * One selection is for the full amount of each invoice, the other for a third, so together they exceed the amount
 * owed.
 */
const SHARES = [1, 3] as const;

/** At least one dollar, as the company allows. A smaller invoice is paid in full. */
function toPart({ totalCents }: BilledInvoice, share: number) {
  return cents(Math.min(totalCents, Math.max(100, Math.floor(totalCents / share))));
}

export async function addSelections(
  { database, clock, entropy }: SeedContext,
  { companyId, customerId }: TestCompany,
  billed: readonly BilledInvoice[],
): Promise<SimRequest[]> {
  const selections: SimRequest[] = [];
  for (const share of SHARES) {
    const requestId = requestIdSchema.parse(entropy.uuid());
    const lines = billed.map((each) => ({
      invoiceId: each.invoice.invoiceId,
      amountCents: toPart(each, share),
    }));
    const own = { companyId, customerId, requestId, createdAt: clock.now() };
    await database.asSystem((tx) => insertSelection(tx, own, lines));
    const amountCents = addCents(...lines.map((line) => line.amountCents));
    selections.push({ kind: 'INVOICES', requestId, amountCents, remembered: [] });
  }
  const [first] = billed;
  if (!first) return selections;
  const { requestId } = first.invoice;
  const amountCents = toPart(first, 2);
  return [...selections, { kind: 'OWN_AMOUNT', requestId, amountCents, remembered: [] }];
}
