// Adds an e-mail address or a phone number. Keeps what was typed until it is in the list.

import type { ContactType } from '@quittance/contract/vocabulary';
import { type SubmitEvent, useState } from 'react';
import { contactsTexts } from '#texts/contacts';
import { uiTexts } from '#texts/ui';
import { addContact } from '../../state/contacts.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Input } from '../../ui/input.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { Stack } from '../../ui/stack.tsx';
import type { MakeChange } from './use-contact-changes.ts';

const KINDS = [
  { value: 'EMAIL', label: contactsTexts.kinds.EMAIL },
  { value: 'PHONE', label: contactsTexts.kinds.PHONE },
] as const satisfies { value: ContactType; label: string }[];

const EMAIL = /^\S+@\S+\.\S+$/;
const PHONE_DIGITS_MIN = 10;

function errorIn(type: ContactType, value: string): string | undefined {
  if (value === '') return uiTexts.isRequired(contactsTexts.labels[type]);
  const digits = value.replaceAll(/\D/g, '').length;
  const isValid = type === 'EMAIL' ? EMAIL.test(value) : digits >= PHONE_DIGITS_MIN;
  return isValid ? undefined : uiTexts.isNotValid(contactsTexts.labels[type]);
}

type AddContactProps = { make: MakeChange; onDone: () => void };

export function AddContact({ make, onDone }: AddContactProps) {
  const isAdding = useAppSelector(({ contacts }) => contacts.isAdding);
  const [type, setType] = useState<ContactType>('EMAIL');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | undefined>();

  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const typed = value.trim();
    const found = errorIn(type, typed);
    setError(found);
    if (found || isAdding) return;
    const send: Parameters<MakeChange>[0] = async (dispatch) => {
      const answer = await dispatch(addContact({ body: { type, value: typed } }));
      if (addContact.fulfilled.match(answer)) onDone();
      return answer;
    };
    await make(send);
  };
  const field = {
    label: contactsTexts.labels[type],
    error,
    value,
    onChange: (event: { currentTarget: HTMLInputElement }) => setValue(event.currentTarget.value),
  };
  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <Stack gap={4}>
        <ChoiceChips
          legend={contactsTexts.kind}
          chips={KINDS}
          value={type}
          onValueChange={setType}
        />
        {type === 'EMAIL' ? (
          <Input
            {...field}
            type="email"
            autoComplete="email"
            lead={<Icon name="mail" size="small" />}
          />
        ) : (
          <PhoneInput {...field} hint={contactsTexts.phoneHint} />
        )}
        <Stack direction="row" gap={3} wraps>
          <Button type="submit" isLoading={isAdding}>
            {contactsTexts.add}
          </Button>
          <Button variant="quiet" onClick={onDone}>
            {contactsTexts.cancel}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
