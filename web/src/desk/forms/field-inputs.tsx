// Inputs for the plain fields of an entity, in the order in which the form lists them.

import type { Field } from '@quittance/contract/fields';
import { Input } from '../../shared/ui/form/input.tsx';
import type { DraftForm } from './use-draft.ts';

type FieldInputsProps<Name extends string> = {
  fields: Readonly<Record<NoInfer<Name>, Field>>;
  names: readonly Name[];
  labels: Readonly<Record<NoInfer<Name>, string>>;
  hints?: Readonly<Record<string, string>>;
  form: Pick<DraftForm<Record<NoInfer<Name>, string>>, 'draft' | 'set' | 'toError'>;
};

export function FieldInputs<Name extends string>(props: FieldInputsProps<Name>) {
  const { fields, names, labels, hints, form } = props;
  return names.map((name) => {
    const { input, isNullable = false } = fields[name];
    return (
      <Input
        key={name}
        label={labels[name]}
        hint={hints?.[name]}
        isOptional={isNullable}
        type={input}
        autoComplete="off"
        error={form.toError(name)}
        value={form.draft[name]}
        onChange={
          ({ currentTarget }) =>
            form.set({ [name]: currentTarget.value } as Partial<Record<Name, string>>) // because the name is of a text
        }
      />
    );
  });
}
