/**
 * The browser's port to a processor: payment fields in the processor's own frames, so that no card or account
 * number enters our JavaScript. A processor mounts one frame per field or one element for all, reports its validity
 * and tokenizes it. It never calls our API; any session it needs is passed in.
 */

import type { ProcessorData } from '@quittance/contract/companies/portal-schemas';
import type { FieldSessionAnswer } from '@quittance/contract/methods/portal-schemas';
import type { Cents } from '@quittance/contract/money';
import type { DeviceDataAnswer, PaymentInfo } from '@quittance/contract/payments/portal-schemas';
import type { AchAccountType, ChargeKind } from '@quittance/contract/vocabulary';
import { fieldTexts } from '#texts/payment/fields';

export const CARD_FIELDS = ['cardHolder', 'cardNumber', 'expiry', 'cvc'] as const;
export const BANK_FIELDS = ['routingNumber', 'accountNumber', 'firstName', 'lastName'] as const;

/** `element` is a whole form that the processor renders and validates itself. */
export type FieldName =
  | (typeof CARD_FIELDS)[number]
  | (typeof BANK_FIELDS)[number]
  | 'businessName'
  // The payer's identification, which some accounts require for a bank debit.
  | 'idType'
  | 'idValue'
  | 'driverLicenseState'
  | typeof WHOLE_FORM;
export const WHOLE_FORM = 'element';

/** The labels of product §5. They are also the accessible names inside the frames. */
export const FIELD_LABELS: Readonly<Record<FieldName, string>> = fieldTexts.labels;

export type FieldState = {
  isEmpty: boolean;
  isDirty: boolean;
  isTouched: boolean;
  isFocused: boolean;
  isValid: boolean;
};

export const UNTOUCHED: FieldState = {
  isEmpty: true,
  isDirty: false,
  isTouched: false,
  isFocused: false,
  isValid: false,
};

export type FormValidity = Partial<Record<FieldName, FieldState>>;

/** Reported by the processor's script, because the processor's server may not report it to ours (decision 0027). */
export type MethodDetails = NonNullable<PaymentInfo['claimedMethod']>;

/** Values of our own inputs for a new bank account (R45). A business account has a name. */
export type AccountDetails = { accountType: AchAccountType; businessName: string | null };

export type TokenizeResult =
  | { kind: 'token'; token: string; details?: MethodDetails }
  | { kind: 'invalid'; fields: FieldName[] }
  | { kind: 'failed'; message: string | null };

/** The payer confirmed in a wallet. `fail` reports to the wallet that the payment failed. */
export type WalletConfirmation = { tokenize: () => Promise<TokenizeResult>; fail: () => void };

export type WalletListener = {
  /** Returns false if a payment is already in progress; the wallet then stays closed. Must be synchronous. */
  onPress: () => boolean;
  onCancel: () => void;
  onConfirm: (confirmation: WalletConfirmation) => void;
};

export type Wallet = { listen: (listener: WalletListener) => () => void };

export type MountedFields = {
  validity: () => FormValidity;
  /** Called when a field may have changed. This is best effort, so read `validity` before relying on it. */
  subscribe: (onChange: () => void) => () => void;
  tokenize: (account?: AccountDetails) => Promise<TokenizeResult>;
  focus: (field: FieldName) => void;
  setUse?: (use: MethodUse) => void;
  /** For processors whose frames can be restyled. Others keep their look, because a new frame would be empty. */
  setAppearance?: (appearance: FieldAppearance) => void;
  wallet?: Wallet;
  unmount: () => void;
};

/** The styles of the processor's frames, with resolved colors, because a frame cannot read our variables. */
export type FieldAppearance = {
  isDark: boolean;
  color: string;
  mutedColor: string;
  placeholderColor: string;
  /** Set although the frame is transparent, because contrast checks see only the frame. */
  backgroundColor: string;
  borderColor: string;
  focusColor: string;
  dangerColor: string;
  fontSize: string;
};

export type FieldSession = FieldSessionAnswer['session'];

export type MethodUse = { chargedCents: Cents | null; isSaved: boolean };

export type MountRequest = {
  kind: ChargeKind;
  data: ProcessorData;
  use: MethodUse;
  appearance: FieldAppearance;
  containerId: (field: FieldName) => string;
  /** The container of the wallet button. Null if there is none (product §5.13: only for payments). */
  walletContainerId: string | null;
  openSession: () => Promise<FieldSession | null>;
};

export type DeviceCollection = NonNullable<DeviceDataAnswer['collection']>;

export type PayerAction = { data: ProcessorData; threeDSData: string };

export type BrowserProcessor = {
  mount: (request: MountRequest) => Promise<MountedFields>;
  /**
   * Runs the bank's 3-D Secure challenge, also for a saved method without fields. Returns false only if it
   * certainly failed; the actual result comes from the server.
   */
  confirmAction: (action: PayerAction) => Promise<boolean>;
  browserInfo?: (data: ProcessorData) => Promise<string | null>;
  /** Lets the bank's 3-D Secure service collect device data before a card is charged. The duration is limited. */
  collectDeviceData?: (collection: DeviceCollection) => Promise<void>;
};

export type FieldLayout = {
  hosted: readonly FieldName[];
  /** Our own inputs, where the processor has no field. */
  own: readonly OwnField[];
  /** The holder and type of a bank account, if the processor accepts them (R45). */
  asksAccountType: 'always' | 'ifSaved' | 'never';
  hasWallet: boolean;
};

export type OwnField = Extract<FieldName, 'firstName' | 'lastName' | 'businessName'>;

export const PLAIN_LAYOUT = { own: [], asksAccountType: 'never', hasWallet: false } as const;

/**
 * The layouts must be available before the processor's code is loaded, because the containers of its frames must be
 * on the page first.
 */
export type BrowserModule = {
  layouts: Readonly<Record<ChargeKind, FieldLayout>>;
  load: () => Promise<BrowserProcessor>;
};

type FieldStates = Pick<MountedFields, 'validity' | 'subscribe'> & {
  change: (field: FieldName, changes: Partial<FieldState>) => void;
};

export function createFieldStates(fields: readonly FieldName[]): FieldStates {
  const states = new Map(fields.map((field) => [field, UNTOUCHED]));
  const listeners = new Set<() => void>();
  return {
    validity: () => Object.fromEntries(states),
    change: (field, changes) => {
      states.set(field, { ...(states.get(field) ?? UNTOUCHED), ...changes });
      for (const listener of listeners) listener();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
