// A field for a text or a day of a draft.

import { Input } from '../../shared/ui/form/input.tsx';
import { AmountInput } from './amount-input.tsx';
import type { DraftForm } from './use-draft.ts';

type TextIn<Draft> = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never;
}[keyof Draft] &
  string;

type DraftInputProps<Draft> = {
  form: DraftForm<Draft>;
  name: TextIn<Draft>;
  label: string;
  hint?: string;
  type?: 'text' | 'date' | 'amount';
  maxLength?: number;
};

export function DraftInput<Draft>(props: DraftInputProps<Draft>) {
  const { form, name, label, hint, type = 'text', maxLength } = props;
  const value = String(form.draft[name]);
  const error = form.errorOf(name);
  const onValueChange = (text: string): void => form.set({ [name]: text } as Partial<Draft>); // because the name is of a text
  if (type === 'amount') return <AmountInput {...{ label, hint, error, value, onValueChange }} />;
  return (
    <Input
      {...{ label, hint, error, type, value, maxLength }}
      autoComplete="off"
      onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
    />
  );
}
