// Changes the value of a contact in its place. An address that was verified has to be verified again.

import type { Contact } from '@quittance/contract/contacts';
import { type SubmitEvent, useState } from 'react';
import { contactsTexts } from '#texts/account/contacts';
import { updateContact } from '../../state/account/contacts.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { ContactField, errorIn } from './contact-field.tsx';
import { contactText } from './contact-text.ts';
import type { MakeChange } from './use-contact-changes.ts';

type EditContactProps = {
  contact: Contact;
  isSaving: boolean;
  make: MakeChange;
  onDone: () => void;
};

export function EditContact({ contact, isSaving, make, onDone }: EditContactProps) {
  const { contactId, type, isEnabled } = contact;
  const [value, setValue] = useState(() => contactText(contact.value));
  const [error, setError] = useState<string | undefined>();

  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const typed = value.trim();
    const found = errorIn(type, typed);
    setError(found);
    if (found || isSaving) return;
    const body = { fields: { value: typed }, isEnabled };
    const send: Parameters<MakeChange>[0] = async (dispatch) => {
      const answer = await dispatch(updateContact({ params: { id: contactId }, body }));
      if (updateContact.fulfilled.match(answer)) onDone();
      return answer;
    };
    await make(send);
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap={4}>
        <ContactField type={type} value={value} error={error} onValueChange={setValue} />
        <Stack direction="row" gap={3} wraps>
          <Button type="submit" size="small" isLoading={isSaving}>
            {contactsTexts.save}
          </Button>
          <Button variant="quiet" size="small" onClick={onDone}>
            {contactsTexts.cancel}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
