/** For tests only: the object that Fiserv's script defines, driven by the test. */
import type { FiservFormData, FiservHooks } from '../src/portal/processors/fiserv/fiserv-api.ts';

export type FakeFiserv = {
  data: FiservFormData | null;
  hooks: FiservHooks | null;
  focused: string[];
  isDestroyed: boolean;
  submitted: Readonly<Record<string, unknown>>[];
  fillIn: () => void;
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
      // The cast is safe because the keys are those the form was created with.
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
