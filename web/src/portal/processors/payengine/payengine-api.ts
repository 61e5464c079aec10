/**
 * The part of PayEngine's script that we use; the package has no types for it. Field types, names and
 * validations, createCard, collectBrowserInfo and perform3DSFlow are documented. `state` is not: it follows
 * VGS Collect, whose options the documentation shares. All assumptions about the object are in this file.
 */

import type { MethodDetails } from '../fields.ts';

/** A pattern between slashes, as in VGS Collect. */
type Pattern = `/${string}/`;

export type PayengineFieldOptions = {
  type: 'text' | 'number' | 'card-number' | 'card-security-code' | 'card-expiration-date';
  name: string;
  ariaLabel: string;
  placeholder?: string;
  maxLength?: number;
  showCardIcon?: boolean;
  validations: (
    | 'required'
    | 'validCardNumber'
    | 'validCardSecurityCode'
    | 'validCardExpirationDate'
    | Pattern
  )[];
  css: Record<string, string | Record<string, string>>;
};

export type PayengineFieldState = {
  isEmpty?: boolean;
  isDirty?: boolean;
  isTouched?: boolean;
  isFocused?: boolean;
  isValid?: boolean;
};

export type PayengineForm = {
  field: (selector: string, options: PayengineFieldOptions) => { focus?: () => void } | undefined;
  /** Undocumented. Without it only `createCard` and `createBankAccount` report errors. */
  state?: Readonly<Record<string, PayengineFieldState | undefined>>;
  createCard: () => Promise<unknown>;
  /** The argument holds values that have no field. Passing the account type here is a guess. */
  createBankAccount: (account?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Undocumented. Without it the frames are removed with their containers. */
  destroy?: () => void;
};

export type PayengineApi = {
  SecureFields: { create: () => Promise<PayengineForm> };
  collectBrowserInfo: () => Promise<string>;
  perform3DSFlow: (data: string, callback: (result: { success: boolean }) => void) => void;
};

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** The token is in `card.token`. Public integrations also read it from `card.card` and `ba.bank_account`. */
export function readToken(method: unknown): string | null {
  const sources = [method, property(method, 'card'), property(method, 'bank_account')];
  const token = sources.map((source) => property(source, 'token')).find((found) => found);
  return typeof token === 'string' && token !== '' ? token : null;
}

/**
 * Reads the values next to the token, or under the names of the token service: brand, last4, a card's expiry and
 * the holder of an account. Returns null without last4.
 */
export function readMethodDetails(method: unknown): MethodDetails | null {
  const inner = [property(method, 'card'), property(method, 'bank_account')];
  const sources = [method, property(method, 'card_data'), ...inner];
  const find = (...names: string[]): unknown =>
    sources.flatMap((source) => names.map((name) => property(source, name))).find(Boolean);
  const last4 = find('last4', 'last_4');
  const brand = find('brand');
  if (typeof last4 !== 'string' || !/^\d{4}$/.test(last4)) return null;
  const month = String(find('exp_month', 'expMonth')).padStart(2, '0');
  const expires = `${find('exp_year', 'expYear')}-${month}`;
  const names = [find('first_name'), find('last_name')].filter((name) => typeof name === 'string');
  return {
    brand: typeof brand === 'string' ? brand : null,
    last4,
    ...(/^20\d{2}-(0[1-9]|1[0-2])$/.test(expires) && { expires }),
    ...(names.length > 0 && { holder: names.join(' ') }),
  };
}

/**
 * An invalid form returns `{ [field name]: { errorMessages } }`. Values that only the token service checks, such as
 * a routing number, come as a message that contains the field's name.
 */
export function readInvalidNames(result: unknown, names: readonly string[]): string[] {
  const wrong = names.filter((name) =>
    Array.isArray(property(property(result, name), 'errorMessages')),
  );
  const message = readMessage(result);
  return wrong.length > 0 ? wrong : names.filter((name) => message?.includes(name));
}

/** The token service's message is in `error.data.message`. */
function readMessage(error: unknown): string | null {
  const message = property(property(error, 'data'), 'message');
  return typeof message === 'string' && message !== '' ? message : null;
}
