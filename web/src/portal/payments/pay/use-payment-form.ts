/**
 * The form of a new card or bank account: processor fields, plus our own inputs where the processor has none
 * (product §5). Our inputs are validated but not sent, because the server sends the payer's name to the processor.
 */
import {
  type AchAccountType,
  type ChargeKind,
  DEFAULT_ACH_ACCOUNT_TYPE,
} from '@quittance/contract/vocabulary';
import { useState } from 'react';
import {
  type AccountDetails,
  type FieldLayout,
  type FieldState,
  type FormValidity,
  type MethodUse,
  type OwnField,
  UNTOUCHED,
} from '../../processors/fields.ts';
import { layoutFor, neededPayerId, type PayerId } from '../../processors/layouts.ts';
import { type FieldsContext, type SecureFields, useSecureFields } from './use-secure-fields.ts';

type OwnEntry = { text: string; isTouched: boolean; isFocused: boolean };

const EMPTY: OwnEntry = { text: '', isTouched: false, isFocused: false };

export type PaymentForm = SecureFields & {
  kind: ChargeKind;
  layout: FieldLayout;
  /** A wallet is offered only for a full payment now (product §5.13). */
  isWalletWanted: boolean;
  /** The account type and the holder's name. Null for a card, and if the form does not ask for them. */
  account: AccountDetails | null;
  changeAccountType: (accountType: AchAccountType) => void;
  payerId: PayerId | null;
  ownText: (field: OwnField) => string;
  changeOwn: (field: OwnField, change: Partial<OwnEntry>) => void;
};

function toState({ text, isTouched, isFocused }: OwnEntry): FieldState {
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

function isBusiness(accountType: AchAccountType): boolean {
  return accountType.startsWith('BUSINESS');
}

function toLayout({ context, kind }: FormInput, accountType: AchAccountType): FieldLayout {
  const layout = layoutFor(context.company, kind);
  const isAsked = (field: OwnField) => field !== 'businessName' || isBusiness(accountType);
  return { ...layout, own: layout.own.filter(isAsked) };
}

export function usePaymentForm(input: FormInput): PaymentForm {
  const { context, kind, isShown, use, isWalletWanted } = input;
  const [accountType, changeAccountType] = useState(DEFAULT_ACH_ACCOUNT_TYPE);
  const layout = toLayout(input, accountType);
  const { asksAccountType } = layout;
  const isTypeAsked =
    asksAccountType === 'always' || (asksAccountType === 'ifSaved' && use.isSaved);
  const [isOpened, setIsOpened] = useState(isShown);
  if (isShown && !isOpened) setIsOpened(true);
  const hasWallet = layout.hasWallet && isWalletWanted;
  const secure = useSecureFields({ context, kind, use, isOpened, hasWallet });
  const [entries, setEntries] = useState<Partial<Record<OwnField, OwnEntry>>>({});
  const toEntry = (field: OwnField): OwnEntry => entries[field] ?? EMPTY;
  const own: FormValidity = Object.fromEntries(
    layout.own.map((field) => [field, toState(toEntry(field))]),
  );
  const name = toEntry('businessName').text.trim();
  return {
    ...secure,
    kind,
    layout,
    isWalletWanted,
    account: isTypeAsked
      ? { accountType, businessName: layout.own.includes('businessName') ? name : null }
      : null,
    changeAccountType,
    payerId: kind === 'ach' ? neededPayerId(context.company) : null,
    validity: secure.validity && { ...secure.validity, ...own },
    ownText: (field) => toEntry(field).text,
    changeOwn: (field, change) =>
      setEntries((known) => ({ ...known, [field]: { ...EMPTY, ...known[field], ...change } })),
  };
}
