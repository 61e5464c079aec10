/**
 * The kept methods a payer may use (product §6.2, R18): a signed-in customer's own with the company's
 * processor, and the one attached to an invoice, which is all that a link has.
 */
import type { Customer, PublicCustomer } from '@quittance/contract/customer';
import type { MethodLine } from '@quittance/contract/methods';
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';
import { type SavedMethodLine, savedMethodsOf } from '../../../state/account/saved-methods.ts';
import type { Payable } from '../../../state/payment/payable.ts';

const withId = (line: MethodLine | null): SavedMethodLine[] =>
  line?.id ? [{ ...line, id: line.id }] : [];

type SavedMethodsInput = {
  company: { processor: ProcessorName };
  customer: Customer | PublicCustomer;
  payable: Pick<Payable, 'attachedPaymentMethod' | 'kinds'>;
};

/** What is paid takes nothing any more; what was chosen for it stays what it was. */
function isTaken({ kinds }: SavedMethodsInput['payable'], kind: ChargeKind): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

/** The attached one first: it is what the invoice was paid with before. */
export function savedMethodsFor({
  company,
  customer,
  payable,
}: SavedMethodsInput): SavedMethodLine[] {
  const own = savedMethodsOf(customer, company.processor);
  const attached = withId(payable.attachedPaymentMethod);
  const others = own.filter(({ id }) => id !== attached[0]?.id);
  return [...attached, ...others].filter(({ type }) => isTaken(payable, type));
}
