// Form state of action dialogs: errors of missing fields appear after the first submit, and a toast confirms success.

import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import type { AnswerOf, CallInput, CallName } from '../api/call-types.ts';
import { type Failure, toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { formTexts } from '../texts/forms.ts';

type FormParts<Name extends CallName> = {
  input: CallInput<Name> | null;
  /** Text of the success toast. If unset, no toast is shown. */
  done?: string | ((answer: AnswerOf<Name>) => string);
  onDone: (answer: AnswerOf<Name>) => void;
  isGuarded?: boolean;
};

export type ActionForm = {
  dialog: { isRunning: boolean; failure: Failure | null; onSubmit: () => void };
  isChecked: boolean;
  /** Error of a field: our own after the first submit, or the one from the server. */
  errorFor: (field: string, own?: string | false) => string | undefined;
};

export function useActionForm<Name extends CallName>(
  call: Name,
  { input, done, onDone, isGuarded = false }: FormParts<Name>,
): ActionForm {
  const { run, isRunning, failure } = useAction(call, { isGuarded });
  const [isChecked, setIsChecked] = useState(false);
  const submit = async (): Promise<void> => {
    setIsChecked(true);
    if (input === null) return;
    const result = await run(input);
    if (!result.isOk) return;
    const text = typeof done === 'function' ? done(result.answer) : done;
    if (text !== undefined) showToast({ tone: 'success', text });
    onDone(result.answer);
  };
  return {
    dialog: { isRunning, failure, onSubmit: () => void submit() },
    isChecked,
    errorFor: (field, own) => (isChecked && own ? own : toFieldError(failure, field)),
  };
}

type ReasonInputProps = {
  form: ActionForm;
  value: string;
  hint?: string;
  onChange: (value: string) => void;
};

export function ReasonInput({
  form,
  value,
  hint = formTexts.reasonHint,
  onChange,
}: ReasonInputProps) {
  return (
    <Input
      label={formTexts.reason}
      hint={hint}
      error={form.errorFor('reason', value.trim() === '' && formTexts.reasonMissing)}
      maxLength={500}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
