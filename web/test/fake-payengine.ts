/** For tests only: the object that PayEngine's script defines, driven by the test. */
import type {
  PayengineApi,
  PayengineFieldState,
} from '../src/portal/processors/payengine/payengine-api.ts';

const CLEAN: PayengineFieldState = {
  isEmpty: true,
  isDirty: false,
  isTouched: false,
  isFocused: false,
  isValid: false,
};

export type FakePayengine = {
  fillIn: () => void;
  /** `silent` leaves the container's class unchanged, by which the script reports a change. */
  change: (name: string, state: PayengineFieldState, how?: 'silent') => void;
  refuse: (errors: object) => void;
  challenge: { data: string; finish: (isConfirmed: boolean) => void } | null;
  tokensMade: number;
};

export function installFakePayengine(): FakePayengine {
  const state: Record<string, PayengineFieldState> = {};
  const selectors = new Map<string, string>();
  let refusal: object | null = null;
  const fake: FakePayengine = {
    fillIn: () => {
      for (const name of Object.keys(state))
        fake.change(name, { isEmpty: false, isDirty: true, isTouched: true, isValid: true });
    },
    change: (name, change, how) => {
      state[name] = { ...CLEAN, ...state[name], ...change };
      if (how === 'silent') return;
      document.querySelector(selectors.get(name) ?? 'none')?.classList.toggle('changed');
    },
    refuse: (errors) => {
      refusal = errors;
    },
    challenge: null,
    tokensMade: 0,
  };
  const makeToken = async (prefix: string) => {
    if (refusal) throw refusal;
    fake.tokensMade += 1;
    return { token: `${prefix}_sandbox_${fake.tokensMade}` };
  };
  const api: PayengineApi = {
    SecureFields: {
      create: async () => ({
        state,
        field: (selector, { name }) => {
          selectors.set(name, selector);
          state[name] = CLEAN;
          return undefined;
        },
        createCard: () => makeToken('card'),
        createBankAccount: () => makeToken('ba'),
      }),
    },
    collectBrowserInfo: async () => 'browser',
    perform3DSFlow: (data, callback) => {
      fake.challenge = { data, finish: (success) => callback({ success }) };
    },
  };
  // If this object is present, the package does not load a script.
  Object.assign(window, { PayEngine: api });
  return fake;
}
