/**
 * The part of Fiserv's Checkout SDK that we use: hosted fields with their hooks, and the errors of a submit. All of
 * it is documented, but the SDK has no types.
 */

export type FiservFieldName =
  | 'cardNumber'
  | 'nameOnCard'
  | 'securityCode'
  | 'expiration'
  | 'accountNumber'
  | 'routingNumber'
  | 'idType'
  | 'idValue'
  | 'driverLicenseState';

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

/** A ValidationError BAD_FORM_DATA lists the invalid fields; other errors list none. */
export function readInvalidFields(error: unknown): string[] {
  if (!(error instanceof Error) || error.message !== 'BAD_FORM_DATA') return [];
  if (!('errors' in error) || !Array.isArray(error.errors)) return [];
  return error.errors.filter((name) => typeof name === 'string');
}
