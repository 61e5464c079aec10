// Contacts that receive copies of the customer's emails (R94).

import { COPY_CONTACTS_MAX, type CopyContact } from '@quittance/contract/customers/copy-contacts';
import { COPY_ROLES, type CopyRole } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { copyContactsTexts as texts } from '#texts/account/copy-contacts';
import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { createApiThunk } from '../store/app-thunk.ts';
import { useRead } from '../store/use-read.ts';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-item.module.css';
import { SignInAgain } from './sign-in-again.tsx';
import { type ContactChange, useContactChanges } from './use-contact-changes.ts';

const css = bindClasses(styles);

const setCopyContact = createApiThunk('copyContacts/set', 'setCopyContact');

const ROLES = COPY_ROLES.map((value) => ({ value, label: texts.roles[value] }));

export function CopyContactsCard() {
  const { make, refused, giveUp } = useContactChanges();
  const { value, failure, again, replace } = useRead({ request: { route: 'copyContacts' } });
  const [role, setRole] = useState<CopyRole>('COPY');
  const [changing, setChanging] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const contacts = value?.copyContacts ?? [];
  const change =
    (email: string, wanted: CopyRole | null): ContactChange =>
    async (dispatch) => {
      setChanging(email);
      const result = await dispatch(setCopyContact({ body: { email, role: wanted } }));
      setChanging(null);
      if (setCopyContact.fulfilled.match(result)) replace(result.payload);
      return result;
    };
  return (
    <SectionCard title={texts.title} hint={texts.hint}>
      {refused && <SignInAgain onSignedIn={() => void refused()} onGiveUp={giveUp} />}
      {failure && (
        <Notice tone="warning" action={{ label: uiTexts.tryAgain, onClick: again }}>
          {texts.failed}
        </Notice>
      )}
      {contacts.length > 0 && (
        <ul>
          {contacts.map((contact) => (
            <CopyContactItem
              key={contact.email}
              contact={contact}
              isChanging={changing === contact.email}
              onRemove={() => void make(change(contact.email, null))}
            />
          ))}
        </ul>
      )}
      {isAdding && (
        <ContactForm
          type="EMAIL"
          name="copy"
          submitLabel={texts.add}
          isSaving={changing !== null}
          make={make}
          change={(email) => change(email, role)}
          onDone={() => setIsAdding(false)}
        >
          <Stack gap={2}>
            <ChoiceChips legend={texts.role} chips={ROLES} value={role} onValueChange={setRole} />
            <Text size="small" tone="muted">
              {texts.roleTexts[role]}
            </Text>
          </Stack>
        </ContactForm>
      )}
      {value && !isAdding && contacts.length < COPY_CONTACTS_MAX && (
        <div>
          <Button variant="secondary" icon="plus" onClick={() => setIsAdding(true)}>
            {texts.addOne}
          </Button>
        </div>
      )}
    </SectionCard>
  );
}

type CopyContactItemProps = { contact: CopyContact; isChanging: boolean; onRemove: () => void };

function CopyContactItem({ contact, isChanging, onRemove }: CopyContactItemProps) {
  const { email, role, turnedOff, isBounced } = contact;
  return (
    <li className={css('item')}>
      <Stack direction="row" gap={2} align="center" justify="space-between">
        <Stack gap={1}>
          <Text isStrong>{email}</Text>
          <Stack direction="row" gap={2} align="center" wraps>
            <Badge tone={role === 'BILLING' ? 'info' : 'neutral'} label={texts.roles[role]} />
            {isBounced && <Badge tone="danger" label={texts.bounced} />}
            {turnedOff.map((kind) => (
              <Badge key={kind} label={texts.turnedOff[kind]} />
            ))}
          </Stack>
        </Stack>
        <IconButton
          icon="trash"
          label={texts.removeNamed(email)}
          isUnavailable={isChanging}
          onClick={onRemove}
        />
      </Stack>
    </li>
  );
}
