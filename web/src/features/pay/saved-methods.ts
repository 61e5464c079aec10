/**
 * The kept methods a payer may use for an invoice (product §6.2, R18): a signed-in customer's own with
 * the company's processor, and the one attached to the invoice, which is all that a link has.
 */
import type { Customer, PublicCustomer } from '@quittance/contract/customer';
import type { MethodId } from '@quittance/contract/ids';
import type { PublicInvoice } from '@quittance/contract/invoices';
import {
  type MethodLine,
  type SavedMethod as OwnMethod,
  toMethodLine,
} from '@quittance/contract/methods';
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';

export type SavedMethod = MethodLine & { id: MethodId };

const METHODS_OF: Record<ProcessorName, (customer: Customer) => readonly OwnMethod[]> = {
  stripe: ({ paymentMethod }) => paymentMethod,
  payengine: ({ pePaymentMethods }) => pePaymentMethods,
  fiserv: ({ fiPaymentMethods }) => fiPaymentMethods,
};

const withId = (line: MethodLine | null): SavedMethod[] =>
  line?.id ? [{ ...line, id: line.id }] : [];

export function ownMethods(
  customer: Customer | PublicCustomer,
  processor: ProcessorName,
): SavedMethod[] {
  if (!('id' in customer)) return [];
  return METHODS_OF[processor](customer).flatMap((method) => withId(toMethodLine(method)));
}

type Question = {
  company: { processor: ProcessorName };
  customer: Customer | PublicCustomer;
  invoice: Pick<PublicInvoice, 'attachedPaymentMethod' | 'payable'>;
};

/** A paid invoice takes nothing any more; what was chosen for it stays what it was. */
function isTaken({ payable }: Question['invoice'], kind: ChargeKind): boolean {
  return payable.kinds.length === 0 || payable.kinds.includes(kind);
}

/** The attached one first: it is what the invoice was paid with before. */
export function savedMethodsFor({ company, customer, invoice }: Question): SavedMethod[] {
  const own = ownMethods(customer, company.processor);
  const attached = withId(invoice.attachedPaymentMethod);
  const others = own.filter(({ id }) => id !== attached[0]?.id);
  return [...attached, ...others].filter(({ type }) => isTaken(invoice, type));
}
