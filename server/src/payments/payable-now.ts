/**
 * The server's one answer to "payable now, how much, how": the domain's rule, narrowed to what this
 * server can carry out. Screens show it and begin() enforces it.
 */
import type { Payable } from '@quittance/contract/invoices';
import type { PaymentOption } from '@quittance/contract/vocabulary';
import { payableOf } from '@quittance/domain/amounts';
import { canMoveInvoice } from '@quittance/domain/invoice-status';
import type { Deps } from '../deps.ts';
import type { CompanyRow } from '../storage/companies.ts';
import type { InvoiceRow } from '../storage/invoices.ts';

/** What can be carried out so far; the list grows with the use cases in this folder. */
const SERVED_OPTIONS: readonly PaymentOption[] = ['PAY_IN_FULL'];

export type PayableInvoice = Pick<
  InvoiceRow,
  'status' | 'totalCents' | 'paidCents' | 'negotiation'
>;

export function payableNow(
  { processors }: Pick<Deps, 'processors'>,
  invoice: PayableInvoice,
  company: CompanyRow,
): Payable {
  const payable = payableOf({
    status: invoice.status,
    totalCents: invoice.totalCents,
    paidCents: invoice.paidCents,
    negotiation: invoice.negotiation,
    company,
  });
  const isServed =
    processors.supports(company.processor) &&
    canMoveInvoice({ status: invoice.status, event: 'started' });
  const options = isServed
    ? payable.options.filter((option) => SERVED_OPTIONS.includes(option))
    : [];
  return { ...payable, isPayable: options.length > 0, options };
}
