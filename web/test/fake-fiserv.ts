/**
 * For tests only: the object Fiserv's script would define, driven from the test. Stands at the edge,
 * like the fake network: our own wrapper around it is the real one.
 */
import type { FiservFormData, FiservHooks } from '../src/processors/fiserv/fiserv-api.ts';

export type FakeFiserv = {
  data: FiservFormData | null;
  hooks: FiservHooks | null;
  focused: string[];
  isDestroyed: boolean;
  submitted: Readonly<Record<string, unknown>>[];
  /** Every field as a payer leaves it who typed something right. */
  fillIn: () => void;
  /** Thrown by every submit from now on. */
  refuse: (error: Error) => void;
};

export function installFakeFiserv(): FakeFiserv {
  let refusal: Error | null = null;
  const fake: FakeFiserv = {
    data: null,
    hooks: null,
    focused: [],
    isDestroyed: false,
    submitted: [],
    fillIn: () => {
      const right = { isValid: true, shouldShowError: false, hasData: true };
      const { hooks, data } = fake;
      // because the keys are those the form was made with
      const names = Object.keys(data?.fields ?? {}) as (keyof FiservFormData['fields'])[];
      for (const field of names) hooks?.onFieldValidityChange({ field, ...right });
    },
    refuse: (error) => {
      refusal = error;
    },
  };
  window.fiserv = {
    components: {
      paymentFields: async ({ data, hooks }) => {
        Object.assign(fake, { data, hooks });
        return {
          submit: async (config) => {
            fake.submitted.push(config);
            if (refusal) throw refusal;
          },
          focus: (field) => fake.focused.push(field),
          destroy: () => {
            fake.isDestroyed = true;
          },
        };
      },
    },
  };
  return fake;
}
