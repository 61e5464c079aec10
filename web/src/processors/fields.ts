/**
 * The browser's port to a processor: payment fields that live in the processor's own frames, so that
 * no card or account number ever enters our JavaScript. A processor draws one frame per field or one
 * element for all of them; what it mounts says how the form stands and trades it for a token. It never
 * talks to our API: a session it needs from there is handed in.
 */
import type { ProcessorData } from '@quittance/contract/company';
import type { Cents } from '@quittance/contract/money';
import type { FieldSessionAnswer } from '@quittance/contract/payments';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { fieldTexts } from '#texts/payment/fields';

export const CARD_FIELDS = ['cardHolder', 'cardNumber', 'expiry', 'cvc'] as const;
export const BANK_FIELDS = ['routingNumber', 'accountNumber', 'firstName', 'lastName'] as const;

/** `element` stands for a whole form that the processor draws and explains by itself. */
export type FieldName =
  | (typeof CARD_FIELDS)[number]
  | (typeof BANK_FIELDS)[number]
  | typeof WHOLE_FORM;
export const WHOLE_FORM = 'element';

/** The labels of product §5; they are also the accessible names inside the frames. */
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

/** One entry per field of the form, and none for fields it does not have. */
export type FormValidity = Partial<Record<FieldName, FieldState>>;

/** What a processor's script tells of a method; its server may tell ours nothing (decision 0027). */
export type MethodLook = { brand: string | null; last4: string };

export type Tokenized =
  | { kind: 'token'; token: string; look?: MethodLook }
  | { kind: 'invalid'; fields: FieldName[] }
  | { kind: 'failed'; message: string | null };

/** What the payer agreed to in a wallet; `fail` tells the wallet that it came to nothing. */
export type WalletConfirmation = { tokenize: () => Promise<Tokenized>; fail: () => void };

export type WalletListener = {
  /** False when a payment is under way already: then the wallet stays closed. Must not wait. */
  onPress: () => boolean;
  onCancel: () => void;
  onConfirm: (confirmation: WalletConfirmation) => void;
};

export type Wallet = { listen: (listener: WalletListener) => () => void };

export type MountedFields = {
  validity: () => FormValidity;
  /** Calls back when a field may stand differently; a courtesy, whoever needs to be sure asks again. */
  subscribe: (onChange: () => void) => () => void;
  tokenize: () => Promise<Tokenized>;
  focus: (field: FieldName) => void;
  /** For processors that show or check by themselves what the method is used for. */
  setUse?: (use: MethodUse) => void;
  /** Only where the payer's browser has one. */
  wallet?: Wallet;
  unmount: () => void;
};

/** How the processor's frames look; colours are resolved, a frame cannot read our variables. */
export type FieldAppearance = {
  isDark: boolean;
  color: string;
  mutedColor: string;
  placeholderColor: string;
  /** Said aloud although the frame is clear: who only sees the frame must know what it stands on. */
  backgroundColor: string;
  borderColor: string;
  focusColor: string;
  dangerColor: string;
  fontSize: string;
};

export type FieldSession = FieldSessionAnswer['session'];

/** What a method is typed for: the sum taken now, if any, and whether it is charged again later. */
export type MethodUse = { chargedCents: Cents | null; isSaved: boolean };

export type MountRequest = {
  kind: ChargeKind;
  data: ProcessorData;
  use: MethodUse;
  appearance: FieldAppearance;
  /** The id of the element that a field's frame goes into. */
  containerId: (field: FieldName) => string;
  /** The same for a wallet's button; null where none is wanted (product §5.13: only for payments). */
  walletContainerId: string | null;
  /** Opens the processor's session through our server; null when that failed. */
  openSession: () => Promise<FieldSession | null>;
};

export type PayerAction = { data: ProcessorData; threeDSData: string };

export type BrowserProcessor = {
  mount: (request: MountRequest) => Promise<MountedFields>;
  /**
   * Runs the challenge of the payer's bank, also for a saved method that has no fields. False when it
   * failed for certain; how it really ended is the server's to say.
   */
  confirmAction: (action: PayerAction) => Promise<boolean>;
  /** What the processor wants to be told of the browser along with a card. */
  browserInfo?: (data: ProcessorData) => Promise<string | null>;
};
