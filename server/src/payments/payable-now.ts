/**
 * The server's one answer to "payable now, how much, how": the domain's rule, narrowed to what this
 * server can carry out. Screens show it and begin() enforces it.
 */
import type { Payable } from '@quittance/contract/invoices';
import type { ChargeKind, PaymentOption, ProcessorName } from '@quittance/contract/vocabulary';
import { payableOf } from '@quittance/domain/amounts';
import { canMoveInvoice } from '@quittance/domain/invoice-status';
import type { CompanyRow } from '../storage/companies.ts';
import type { InvoiceRow } from '../storage/invoices.ts';

/** What can be carried out so far; the lists grow with the use cases in this folder. */
const SERVED_PROCESSORS: readonly ProcessorName[] = ['payengine'];
const SERVED_OPTIONS: readonly PaymentOption[] = ['PAY_IN_FULL'];
const SERVED_KINDS: readonly ChargeKind[] = ['card', 'ach'];

export type PayableInvoice = Pick<
  InvoiceRow,
  'status' | 'totalCents' | 'paidCents' | 'negotiation'
>;

export function payableNow(invoice: PayableInvoice, company: CompanyRow): Payable {
  const payable = payableOf({
    status: invoice.status,
    totalCents: invoice.totalCents,
    paidCents: invoice.paidCents,
    negotiation: invoice.negotiation,
    company,
  });
  const isServed =
    SERVED_PROCESSORS.includes(company.processor) &&
    canMoveInvoice({ status: invoice.status, event: 'started' });
  const options = isServed
    ? payable.options.filter((option) => SERVED_OPTIONS.includes(option))
    : [];
  const kinds = payable.kinds.filter((kind) => SERVED_KINDS.includes(kind));
  const isPayable = options.length > 0 && kinds.length > 0;
  return { ...payable, isPayable, options, kinds };
}
