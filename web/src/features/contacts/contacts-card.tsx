// A customer's email addresses and phone numbers.

import { CONTACTS_MAX } from '@quittance/contract/schemas/contacts';
import { type ReactNode, useEffect, useState } from 'react';
import { contactsTexts } from '#texts/account/contacts';
import { loadContacts } from '../../state/account/contacts.ts';
import { useAppDispatch, useAppSelector } from '../../state/store/hooks.ts';
import { useRefresh } from '../../state/store/use-refresh.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Busy } from '../../ui/feedback/busy.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { AddContact } from './add-contact.tsx';
import { ContactItem } from './contact-item.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { type MakeChange, useContactChanges } from './use-contact-changes.ts';

/** `notice`: the result of a verification link. */
export function ContactsCard({ notice }: { notice?: ReactNode }) {
  const dispatch = useAppDispatch();
  const { make, refused, giveUp } = useContactChanges();
  const load = (): void => void dispatch(loadContacts({}));
  useEffect(load, [dispatch]);
  useRefresh(load);
  return (
    <SectionCard title={contactsTexts.title} hint={contactsTexts.hint}>
      {notice}
      {refused && <SignInAgain onSignedIn={() => void refused()} onGiveUp={giveUp} />}
      <Contacts make={make} onRetry={load} />
    </SectionCard>
  );
}

type ContactsProps = { make: MakeChange; onRetry: () => void };

function Contacts({ make, onRetry }: ContactsProps) {
  const { contacts, failure, isLoading } = useAppSelector((state) => state.contacts);
  const [isAdding, setIsAdding] = useState(false);
  if (!contacts && failure) {
    return <ErrorState title={contactsTexts.failed} onRetry={onRetry} isRetrying={isLoading} />;
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
