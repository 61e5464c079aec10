/**
 * The chosen payment method: a saved method, or a new card or bank account (product §4.13). If no saved method can
 * be chosen, the card form is shown.
 */
import type { MethodId } from '@quittance/contract/ids';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import type { OfferedMethod } from './saved-methods.ts';

export type MethodChoice = {
  /** All saved methods, including those that cannot be chosen here. */
  saved: readonly OfferedMethod[];
  chosen: OfferedMethod | null;
  kind: ChargeKind;
  kinds: readonly ChargeKind[];
  isFirstView: boolean;
  chooseKind: (kind: ChargeKind) => void;
  chooseMethod: (id: MethodId) => void;
  showSaved: () => void;
  showNew: () => void;
};

type ChoiceInput = { saved: readonly OfferedMethod[]; kinds: readonly ChargeKind[] };

export function useMethodChoice({ saved, kinds }: ChoiceInput): MethodChoice {
  const [wanted, setWanted] = useState<ChargeKind>('card');
  const [wantedId, setWantedId] = useState<MethodId | null>(null);
  const [isNew, setIsNew] = useState(false);
  const [isFirstView, setIsFirstView] = useState(true);
  const usable = saved.filter(({ obstacle }) => obstacle === null);
  const known = usable.find(({ id }) => id === wantedId) ?? usable[0] ?? null;
  const chosen = isNew ? null : known;
  const offered = kinds.length === 0 || kinds.includes(wanted) ? wanted : (kinds[0] ?? wanted);
  const show = (isNewWanted: boolean, id: MethodId | null): void => {
    setIsNew(isNewWanted);
    setWantedId(id);
    setIsFirstView(false);
  };
  return {
    saved,
    chosen,
    kind: chosen?.type ?? offered,
    kinds,
    isFirstView,
    chooseKind: (kind) => {
      setWanted(kind);
      setIsFirstView(false);
    },
    chooseMethod: (id) => show(false, id),
    showSaved: () => {
      show(false, null);
      setWanted('card');
    },
    showNew: () => show(true, null),
  };
}
