// The form that adds a contact or edits its value. The typed value stays until the server accepts it.

import type { ContactType } from '@quittance/contract/vocabulary';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { contactsTexts } from '#texts/account/contacts';
import type { ButtonSize } from '../../shared/ui/actions/button-class.ts';
import { FormActions } from '../../shared/ui/form/form-actions.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { ContactField, errorIn } from './contact-field.tsx';
import type { ContactChange, MakeChange } from './use-contact-changes.ts';

type ContactFormProps = {
  type: ContactType;
  initialValue?: string;
  submitLabel: string;
  isSaving: boolean;
  size?: ButtonSize;
  make: MakeChange;
  change: (value: string) => ContactChange;
  onDone: () => void;
  /** Above the field. */
  children?: ReactNode;
};

export function ContactForm(props: ContactFormProps) {
  const { type, initialValue = '', submitLabel, isSaving, size, make, change, onDone } = props;
  const [value, setValue] = useState(initialValue);
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
