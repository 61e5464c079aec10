// The form that adds a contact or edits its value. The typed value stays until the server accepts it.

import type { ContactType } from '@quittance/contract/vocabulary';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { contactsTexts } from '#texts/account/contacts';
import { uiTexts } from '#texts/site/ui';
import { useKeptState } from '../../shared/hooks/use-kept-state.ts';
import type { ButtonSize } from '../../shared/ui/actions/button-class.ts';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import { FormActions } from '../../shared/ui/form/form-actions.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { PhoneInput } from '../../shared/ui/form/phone-input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import type { ContactChange, MakeChange } from './use-contact-changes.ts';

type ContactFormProps = {
  type: ContactType;
  /** Under this name, the typed value is kept. */
  name?: string;
  initialValue?: string;
  submitLabel: string;
  isSaving: boolean;
  size?: ButtonSize;
  make: MakeChange;
  change: (value: string) => ContactChange;
  onDone: () => void;
  children?: ReactNode;
};

export function ContactForm(props: ContactFormProps) {
  const {
    type,
    name = 'contact',
    initialValue = '',
    submitLabel,
    isSaving,
    size,
    make,
    change,
    onDone,
  } = props;
  const [value, setValue] = useKeptState(`${name}:${initialValue}`, () => initialValue);
  const [error, setError] = useState<string | undefined>();
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const typed = value.trim();
    const found = errorIn(type, typed);
    setError(found);
    if (found || isSaving) return;
    await make(async (dispatch) => {
      const result = await change(typed)(dispatch);
      if (result.meta.requestStatus === 'fulfilled') onDone();
      return result;
    });
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap={4}>
        {props.children}
        <ContactField type={type} value={value} error={error} onValueChange={setValue} />
        <FormActions
          submitLabel={submitLabel}
          cancelLabel={contactsTexts.cancel}
          isLoading={isSaving}
          {...(size && { size })}
          onCancel={onDone}
        />
      </Stack>
    </form>
  );
}

const EMAIL = /^\S+@\S+\.\S+$/;
const PHONE_DIGITS_MIN = 10;

function errorIn(type: ContactType, value: string): string | undefined {
  if (value === '') return uiTexts.isRequired(contactsTexts.labels[type]);
  const digits = value.replaceAll(/\D/g, '').length;
  const isValid = type === 'EMAIL' ? EMAIL.test(value) : digits >= PHONE_DIGITS_MIN;
  return isValid ? undefined : uiTexts.isNotValid(contactsTexts.labels[type]);
}

type ContactFieldProps = {
  type: ContactType;
  value: string;
  error: string | undefined;
  onValueChange: (value: string) => void;
};

function ContactField({ type, value, error, onValueChange }: ContactFieldProps) {
  const field = {
    label: contactsTexts.labels[type],
    error,
    value,
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onValueChange(event.currentTarget.value),
  };
  if (type === 'PHONE') return <PhoneInput {...field} hint={contactsTexts.phoneHint} />;
  return (
    <Input {...field} type="email" autoComplete="email" lead={<Icon name="mail" size="small" />} />
  );
}
