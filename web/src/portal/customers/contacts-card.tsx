// A customer's email addresses and phone numbers.

import { CONTACTS_MAX } from '@quittance/contract/customers/contact-schemas';
import type { ContactType } from '@quittance/contract/vocabulary';
import type { ReactNode } from 'react';
import { contactsTexts } from '#texts/account/contacts';
import { useKeptState } from '../../shared/hooks/use-kept-state.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Busy } from '../../shared/ui/feedback/busy.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { addContact } from '../store/contacts.ts';
import { failureTextBesideToast } from '../store/failure-text.ts';
import { useAppSelector } from '../store/hooks.ts';
import { contactsRead } from '../store/reads.ts';
import { useRead } from '../store/use-read.ts';
import { ContactForm } from './contact-form.tsx';
import { ContactItem } from './contact-item.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { type MakeChange, useContactChanges } from './use-contact-changes.ts';

/** `notice` is the result of a verification link. */
export function ContactsCard({ notice }: { notice?: ReactNode }) {
  const { make, refused, giveUp } = useContactChanges();
  return (
    <SectionCard title={contactsTexts.title} hint={contactsTexts.hint}>
      {notice}
      {refused && <SignInAgain onSignedIn={() => void refused()} onGiveUp={giveUp} />}
      <Contacts make={make} />
    </SectionCard>
  );
}

function Contacts({ make }: { make: MakeChange }) {
  const read = useRead({ read: contactsRead, request: { route: 'contacts' } });
  const { failure, isLoading, again } = read;
  const contacts = read.value?.contacts ?? null;
  const [isAdding, setIsAdding] = useKeptState('newContactOpen', () => false);
  if (failure) {
    return (
      <ErrorState
        title={contactsTexts.failed}
        text={failureTextBesideToast(failure)}
        onRetry={again}
        isRetrying={isLoading}
      />
    );
  }
  if (!contacts) return <ContactsSkeleton />;
  return (
    <Stack gap={4}>
      {contacts.length > 0 && (
        <ul>
          {contacts.map((contact) => (
            <ContactItem key={contact.contactId} contact={contact} make={make} />
          ))}
        </ul>
      )}
      {isAdding && <AddContact make={make} onDone={() => setIsAdding(false)} />}
      {!isAdding && contacts.length < CONTACTS_MAX && (
        <div>
          <Button variant="secondary" icon="plus" onClick={() => setIsAdding(true)}>
            {contactsTexts.addOne}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function ContactsSkeleton() {
  return (
    <Busy>
      <Stack gap={3}>
        <Skeleton shape="block" height="48px" />
        <Skeleton shape="block" height="48px" />
      </Stack>
    </Busy>
  );
}

const KINDS = [
  { value: 'EMAIL', label: contactsTexts.kinds.EMAIL },
  { value: 'PHONE', label: contactsTexts.kinds.PHONE },
] as const satisfies { value: ContactType; label: string }[];

type AddContactProps = { make: MakeChange; onDone: () => void };

function AddContact({ make, onDone }: AddContactProps) {
  const isSaving = useAppSelector(({ contacts }) => contacts.isAdding);
  const [type, setType] = useKeptState<ContactType>('newContactType', () => 'EMAIL');
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
