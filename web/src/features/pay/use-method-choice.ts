/**
 * What the payer wants to pay with: the method attached to the invoice (R18), or a new card or bank
 * account (product §4.13). Only what the server says can be used is on offer.
 */
import type { MethodId } from '@quittance/contract/ids';
import type { PublicInvoice } from '@quittance/contract/invoices';
import type { MethodLine } from '@quittance/contract/methods';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { useState } from 'react';

export type SavedMethod = MethodLine & { id: MethodId };

export type MethodChoice = {
  /** On offer, chosen or not. */
  saved: SavedMethod | null;
  /** The saved method if it is the one to pay with. */
  chosen: SavedMethod | null;
  kind: ChargeKind;
  kinds: readonly ChargeKind[];
  /** Nothing was switched yet: what loads now is what the popup was opened for. */
  isFirstView: boolean;
  chooseKind: (kind: ChargeKind) => void;
  chooseSaved: () => void;
  chooseNew: () => void;
};

type OfferedInvoice = Pick<PublicInvoice, 'payable' | 'attachedPaymentMethod'>;

/** A paid invoice offers nothing any more; what was chosen for it stays what it was. */
function isOffered({ payable }: OfferedInvoice, kind: ChargeKind): boolean {
  return payable.kinds.length === 0 || payable.kinds.includes(kind);
}

function savedMethodOf(invoice: OfferedInvoice): SavedMethod | null {
  const method = invoice.attachedPaymentMethod;
  if (!method?.id || !isOffered(invoice, method.type)) return null;
  return { ...method, id: method.id };
}

export function useMethodChoice(invoice: OfferedInvoice): MethodChoice {
  const [wanted, setWanted] = useState<ChargeKind>('card');
  const [isNew, setIsNew] = useState(false);
  const [isFirstView, setIsFirstView] = useState(true);
  const saved = savedMethodOf(invoice);
  const chosen = isNew ? null : saved;
  const offered = isOffered(invoice, wanted) ? wanted : (invoice.payable.kinds[0] ?? wanted);
  const view = (isNewWanted: boolean): void => {
    setIsNew(isNewWanted);
    setIsFirstView(false);
  };
  return {
    saved,
    chosen,
    kind: chosen?.type ?? offered,
    kinds: invoice.payable.kinds,
    isFirstView,
    chooseKind: (kind) => {
      setWanted(kind);
      setIsFirstView(false);
    },
    chooseSaved: () => view(false),
    chooseNew: () => view(true),
  };
}
