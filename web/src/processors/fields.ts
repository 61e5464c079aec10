/**
 * The browser's port to a processor: card fields that live in the processor's own frames, so that no
 * card number ever enters our JavaScript. A processor implements `mount`; what it gives back says how
 * the form stands, trades it for a token and runs a 3-D Secure challenge. It never talks to our API.
 */
import type { ProcessorData } from '@quittance/contract/company';

export const CARD_FIELDS = ['cardHolder', 'cardNumber', 'expiry', 'cvc'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** The labels of product §5.3; they are also the accessible names inside the frames. */
export const CARD_FIELD_LABELS = {
  cardHolder: 'Card holder name',
  cardNumber: 'Card number',
  expiry: 'Expiry date',
  cvc: 'CVC',
} as const satisfies Record<CardField, string>;

export type FieldState = {
  isEmpty: boolean;
  isDirty: boolean;
  isTouched: boolean;
  isFocused: boolean;
  isValid: boolean;
};

export type FormValidity = Record<CardField, FieldState>;

export type Tokenized =
  | { kind: 'token'; token: string; browserInfo: string | null }
  | { kind: 'invalid'; fields: CardField[] }
  | { kind: 'failed'; message: string | null };

export type MountedFields = {
  validity: () => FormValidity;
  /** Calls back when a field may stand differently; a courtesy, whoever needs to be sure asks again. */
  subscribe: (onChange: () => void) => () => void;
  tokenize: () => Promise<Tokenized>;
  /** Runs the payer's 3-D Secure challenge; true when the payer's bank confirmed. */
  confirmAction: (threeDSData: string) => Promise<boolean>;
  focus: (field: CardField) => void;
  unmount: () => void;
};

/** How the text in the frames looks; colours are resolved, a frame cannot read our variables. */
export type FieldAppearance = {
  color: string;
  /** Said aloud although the frame is clear: who only sees the frame must know what it stands on. */
  backgroundColor: string;
  placeholderColor: string;
  fontSize: string;
};

export type MountRequest = {
  data: ProcessorData;
  /** The ids of the elements the frames go into. */
  containers: Record<CardField, string>;
  appearance: FieldAppearance;
};

export type BrowserProcessor = { mount: (request: MountRequest) => Promise<MountedFields> };
