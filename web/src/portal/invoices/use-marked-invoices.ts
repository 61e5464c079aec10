/** The invoices that the payer marks in the list to pay them together (R48). Other pages of the list keep them. */

import type { Invoice } from '@quittance/contract/invoices/portal-schemas';
import { addCents, type Cents } from '@quittance/contract/money';
import { hasNoArrangement, INVOICES_MAX } from '@quittance/domain/checkout/split';
import { useState } from 'react';

/** As the server decides it: payable now, and without an arrangement. */
function canPayTogether({ payable, status }: Pick<Invoice, 'payable' | 'status'>): boolean {
  return payable.isPayable && payable.options.includes('PAY_IN_FULL') && hasNoArrangement(status);
}

type Marked = ReadonlyMap<Invoice['id'], Cents>;

export function useMarkedInvoices() {
  const [marked, setMarked] = useState<Marked>(new Map());
  const marks = {
    canMark: (invoice: Invoice) =>
      canPayTogether(invoice) && (marked.has(invoice.id) || marked.size < INVOICES_MAX),
    isMarked: ({ id }: Invoice) => marked.has(id),
    onMark: ({ id, payable }: Invoice) => {
      const next = new Map(marked);
      if (!next.delete(id)) next.set(id, payable.amount);
      setMarked(next);
    },
  };
  return {
    marks,
    ids: [...marked.keys()],
    totalCents: addCents(...marked.values()),
    clear: () => setMarked(new Map()),
  };
}
