/**
 * What we use of the object PayEngine's script defines. The package has no types for it. Field types,
 * names and validations, createCard, collectBrowserInfo and perform3DSFlow are documented; `state` is
 * not, and follows the vocabulary of VGS Collect which the documented options share. Every guess about
 * the object is in this file.
 */

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
  /** Undocumented; without it only createCard and createBankAccount tell what is wrong. */
  state?: Readonly<Record<string, PayengineFieldState | undefined>>;
  createCard: () => Promise<unknown>;
  createBankAccount: () => Promise<unknown>;
  /** Undocumented; without it the frames go when their containers do. */
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

/** `card.token`, which public integrations also look for in `card.card` and `ba.bank_account`. */
export function readToken(method: unknown): string | null {
  const places = [method, property(method, 'card'), property(method, 'bank_account')];
  const token = places.map((place) => property(place, 'token')).find((found) => found);
  return typeof token === 'string' && token !== '' ? token : null;
}

/**
 * How the method looks, for whoever is going to be shown it again: brand and last4 beside the token, or
 * under the names of the token service. Null where the script tells too little.
 */
export function readLook(method: unknown): { brand: string | null; last4: string } | null {
  const inner = [property(method, 'card'), property(method, 'bank_account')];
  const places = [method, property(method, 'card_data'), ...inner];
  const find = (...names: string[]): unknown =>
    places.flatMap((place) => names.map((name) => property(place, name))).find(Boolean);
  const last4 = find('last4', 'last_4');
  const brand = find('brand');
  if (typeof last4 !== 'string' || !/^\d{4}$/.test(last4)) return null;
  return { brand: typeof brand === 'string' ? brand : null, last4 };
}

/**
 * A form that does not hold is answered with `{ [field name]: { errorMessages } }`; what only the
 * token service can judge, a routing number for one, comes as a message that names the field.
 */
export function readInvalidNames(result: unknown, names: readonly string[]): string[] {
  const wrong = names.filter((name) =>
    Array.isArray(property(property(result, name), 'errorMessages')),
  );
  const message = readMessage(result);
  return wrong.length > 0 ? wrong : names.filter((name) => message?.includes(name));
}

/** The token service's own words are in `error.data.message`. */
export function readMessage(error: unknown): string | null {
  const message = property(property(error, 'data'), 'message');
  return typeof message === 'string' && message !== '' ? message : null;
}
