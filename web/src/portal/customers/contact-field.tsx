// The input of an email address or a phone number, and its validation.

import type { ContactType } from '@quittance/contract/vocabulary';
import { contactsTexts } from '#texts/account/contacts';
import { uiTexts } from '#texts/site/ui';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { PhoneInput } from '../../shared/ui/form/phone-input.tsx';

const EMAIL = /^\S+@\S+\.\S+$/;
const PHONE_DIGITS_MIN = 10;

export function errorIn(type: ContactType, value: string): string | undefined {
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

export function ContactField({ type, value, error, onValueChange }: ContactFieldProps) {
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
