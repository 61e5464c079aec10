/** The states of a form's fields, changed by the events of a processor's script. */
import { type FieldName, type FieldState, type MountedFields, UNTOUCHED } from './fields.ts';

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
