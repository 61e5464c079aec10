// Adds an email address or a phone number.

import type { ContactType } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { contactsTexts } from '#texts/account/contacts';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { addContact } from '../store/contacts.ts';
import { useAppSelector } from '../store/hooks.ts';
import { ContactForm } from './contact-form.tsx';
import type { MakeChange } from './use-contact-changes.ts';

const KINDS = [
  { value: 'EMAIL', label: contactsTexts.kinds.EMAIL },
  { value: 'PHONE', label: contactsTexts.kinds.PHONE },
] as const satisfies { value: ContactType; label: string }[];

type AddContactProps = { make: MakeChange; onDone: () => void };

export function AddContact({ make, onDone }: AddContactProps) {
  const isSaving = useAppSelector(({ contacts }) => contacts.isAdding);
  const [type, setType] = useState<ContactType>('EMAIL');
  return (
    <ContactForm
      type={type}
      submitLabel={contactsTexts.add}
      isSaving={isSaving}
      make={make}
      change={(value) => (dispatch) => dispatch(addContact({ body: { type, value } }))}
      onDone={onDone}
    >
      <ChoiceChips legend={contactsTexts.kind} chips={KINDS} value={type} onValueChange={setType} />
    </ContactForm>
  );
}
