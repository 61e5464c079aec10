/**
 * What we use of the object that Fiserv's Checkout SDK defines: hosted fields with their hooks, and
 * the errors of a submit. All of it is published; the SDK itself has no types.
 */

export type FiservFieldName =
  | 'cardNumber'
  | 'nameOnCard'
  | 'securityCode'
  | 'expiration'
  | 'accountNumber'
  | 'routingNumber';

export type FiservFieldState = {
  field: FiservFieldName;
  isValid: boolean;
  shouldShowError: boolean;
  hasData: boolean;
};

export type FiservHooks = {
  onFieldValidityChange: (state: FiservFieldState) => void;
  onFocus: (field: FiservFieldName) => void;
  onLostFocus: (field: FiservFieldName) => void;
};

export type FiservFormData = {
  environment: string;
  paymentMethod: 'CREDIT_CARD' | 'BANK_ACCOUNT';
  fields: Partial<
    Record<FiservFieldName, { parentElementId: string; placeholder?: string; ariaLabel: string }>
  >;
  css: Record<string, Record<string, string>>;
};

export type FiservForm = {
  submit: (config: Readonly<Record<string, string | number | boolean>>) => Promise<unknown>;
  focus: (field: FiservFieldName) => void;
  destroy: () => void;
};

export type FiservApi = {
  components: {
    paymentFields: (request: { data: FiservFormData; hooks: FiservHooks }) => Promise<FiservForm>;
  };
};

declare global {
  interface Window {
    fiserv?: FiservApi;
  }
}

/** A ValidationError BAD_FORM_DATA names the fields that are wrong; every other error names none. */
export function readInvalidFields(error: unknown): string[] {
  if (!(error instanceof Error) || error.message !== 'BAD_FORM_DATA') return [];
  if (!('errors' in error) || !Array.isArray(error.errors)) return [];
  return error.errors.filter((name) => typeof name === 'string');
}
