/**
 * The saved methods a payer may use (product §6.2, R18): the customer's own at the company's processor, and
 * the one attached to the invoice. A public link has only the latter.
 */
import type { Customer, PublicCustomer } from '@quittance/contract/schemas/customer';
import type { MethodLine } from '@quittance/contract/schemas/methods';
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

/** A paid payable accepts no kind; its chosen method stays valid. */
function isTaken({ kinds }: SavedMethodsInput['payable'], kind: ChargeKind): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

/** The attached method first: the invoice was paid with it before. */
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
