/**
 * The form of a new card or bank account: processor fields plus our own inputs where the processor has none
 * (product §5). Our inputs are validated but not sent: the server tells the processor the payer's name.
 */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import {
  type FieldState,
  type FormValidity,
  type MethodUse,
  UNTOUCHED,
} from '../../../processors/fields.ts';
import { type FieldLayout, LAYOUTS, type OwnField } from '../../../processors/layouts.ts';
import {
  type FieldsContext,
  type SecureFields,
  useSecureFields,
} from '../method/use-secure-fields.ts';

type OwnEntry = { text: string; isTouched: boolean; isFocused: boolean };

const EMPTY: OwnEntry = { text: '', isTouched: false, isFocused: false };

export type PaymentForm = SecureFields & {
  kind: ChargeKind;
  layout: FieldLayout;
  /** A wallet is offered only for a full payment now (product §5.13). */
  isWalletWanted: boolean;
  ownText: (field: OwnField) => string;
  changeOwn: (field: OwnField, change: Partial<OwnEntry>) => void;
};

function stateOf({ text, isTouched, isFocused }: OwnEntry): FieldState {
  const isEmpty = text.trim() === '';
  return { ...UNTOUCHED, isEmpty, isDirty: text !== '', isTouched, isFocused, isValid: !isEmpty };
}

export type FormInput = {
  context: FieldsContext;
  kind: ChargeKind;
  isShown: boolean;
  use: MethodUse;
  isWalletWanted: boolean;
};

export function usePaymentForm(input: FormInput): PaymentForm {
  const { context, kind, isShown, use, isWalletWanted } = input;
  const layout = LAYOUTS[context.company.processor][kind];
  const [isOpened, setIsOpened] = useState(isShown);
  if (isShown && !isOpened) setIsOpened(true);
  const hasWallet = layout.hasWallet && isWalletWanted;
  const secure = useSecureFields({ context, kind, use, isOpened, hasWallet });
  const [entries, setEntries] = useState<Partial<Record<OwnField, OwnEntry>>>({});
  const entryOf = (field: OwnField): OwnEntry => entries[field] ?? EMPTY;
  const own: FormValidity = Object.fromEntries(
    layout.own.map((field) => [field, stateOf(entryOf(field))]),
  );
  return {
    ...secure,
    kind,
    layout,
    isWalletWanted,
    validity: secure.validity && { ...secure.validity, ...own },
    ownText: (field) => entryOf(field).text,
    changeOwn: (field, change) =>
      setEntries((known) => ({ ...known, [field]: { ...EMPTY, ...known[field], ...change } })),
  };
}
