// Adds an e-mail address or a phone number. Keeps what was typed until it is in the list.

import type { ContactType } from '@quittance/contract/vocabulary';
import { type SubmitEvent, useState } from 'react';
import { contactsTexts } from '#texts/account/contacts';
import { addContact } from '../../state/account/contacts.ts';
import { useAppSelector } from '../../state/store/hooks.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ChoiceChips } from '../../ui/form/choice-chips.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { ContactField, errorIn } from './contact-field.tsx';
import type { MakeChange } from './use-contact-changes.ts';

const KINDS = [
  { value: 'EMAIL', label: contactsTexts.kinds.EMAIL },
  { value: 'PHONE', label: contactsTexts.kinds.PHONE },
] as const satisfies { value: ContactType; label: string }[];

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
  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <Stack gap={4}>
        <ChoiceChips
          legend={contactsTexts.kind}
          chips={KINDS}
          value={type}
          onValueChange={setType}
        />
        <ContactField type={type} value={value} error={error} onValueChange={setValue} />
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
