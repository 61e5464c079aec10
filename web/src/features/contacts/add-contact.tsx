// Adds an e-mail address or a phone number. Keeps what was typed until it is in the list.

import type { ContactType } from '@quittance/contract/vocabulary';
import { type SubmitEvent, useState } from 'react';
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
  { value: 'EMAIL', label: 'E-mail' },
  { value: 'PHONE', label: 'Phone' },
] as const satisfies { value: ContactType; label: string }[];

const LABELS: Record<ContactType, string> = { EMAIL: 'E-mail address', PHONE: 'Phone number' };
const EMAIL = /^\S+@\S+\.\S+$/;
const PHONE_DIGITS_MIN = 10;

function errorIn(type: ContactType, value: string): string | undefined {
  if (value === '') return `${LABELS[type]} is required`;
  const digits = value.replaceAll(/\D/g, '').length;
  const isValid = type === 'EMAIL' ? EMAIL.test(value) : digits >= PHONE_DIGITS_MIN;
  return isValid ? undefined : `${LABELS[type]} is not valid`;
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
    label: LABELS[type],
    error,
    value,
    onChange: (event: { currentTarget: HTMLInputElement }) => setValue(event.currentTarget.value),
  };
  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <Stack gap={4}>
        <ChoiceChips legend="Kind of contact" chips={KINDS} value={type} onValueChange={setType} />
        {type === 'EMAIL' ? (
          <Input
            {...field}
            type="email"
            autoComplete="email"
            lead={<Icon name="mail" size="small" />}
          />
        ) : (
          <PhoneInput {...field} hint="Numbers in the United States" />
        )}
        <Stack direction="row" gap={3} wraps>
          <Button type="submit" isLoading={isAdding}>
            Add contact
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
