// One contact: status, switch, edit and remove. Editing and removal are confirmed in place.

import { formatPhone } from '@quittance/contract/companies/company-contact';
import {
  CONTACT_REMOVAL_REASON,
  type Contact,
} from '@quittance/contract/customers/contact-schemas';
import { useState } from 'react';
import { contactsTexts } from '#texts/account/contacts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { Switch } from '../../shared/ui/form/switch.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { removeContact, updateContact, verifyEmail } from '../store/contacts.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-item.module.css';
import type { MakeChange } from './use-contact-changes.ts';

const css = bindClasses(styles);

type ContactItemProps = { contact: Contact; make: MakeChange };

export function ContactItem({ contact, make }: ContactItemProps) {
  const { contactId, type, value, isEnabled } = contact;
  const params = { id: contactId };
  const [step, setStep] = useState<'edit' | 'remove' | null>(null);
  const rest = (): void => setStep(null);
  const isLoading = useAppSelector(({ contacts }) => contacts.loadingContacts.includes(contactId));
  const text = formatPhone(value);
  const enable = (isOn: boolean): void =>
    void make((dispatch) =>
      dispatch(updateContact({ params, body: { fields: {}, isEnabled: isOn } })),
    );
  const remove = (): void => {
    rest();
    const body = { reason: CONTACT_REMOVAL_REASON };
    void make((dispatch) => dispatch(removeContact({ params, body })));
  };
  return (
    <li className={css('item')}>
      <div className={css('line')}>
        <span className={css('sign')}>
          <Icon name={type === 'EMAIL' ? 'mail' : 'phone'} />
        </span>
        <div className={css('words')}>
          <Text isStrong>{text}</Text>
          <State contact={contact} />
        </div>
        <div className={css('controls')}>
          <Switch
            label={contactsTexts.use(text)}
            isLabelHidden
            isOn={isEnabled}
            isLoading={isLoading}
            onChange={enable}
          />
          <span className={css('buttons')}>
            <IconButton
              icon="edit"
              label={contactsTexts.editNamed(text)}
              isUnavailable={isLoading}
              onClick={() => setStep('edit')}
            />
            <IconButton
              icon="trash"
              label={contactsTexts.removeNamed(text)}
              isUnavailable={isLoading}
              onClick={() => setStep('remove')}
            />
          </span>
        </div>
      </div>
      {step === 'edit' && (
        <EditContact contact={contact} isSaving={isLoading} make={make} onDone={rest} />
      )}
      {step === 'remove' && (
        <Stack direction="row" gap={3} align="center" justify="end" wraps>
          <Text>{contactsTexts.removeAsked}</Text>
          <Button variant="danger" size="small" onClick={remove}>
            {contactsTexts.remove}
          </Button>
          <Button variant="secondary" size="small" onClick={rest}>
            {contactsTexts.keep}
          </Button>
        </Stack>
      )}
    </li>
  );
}

type EditContactProps = ContactItemProps & { isSaving: boolean; onDone: () => void };

/** A changed email address has to be verified again. */
function EditContact({ contact, ...form }: EditContactProps) {
  const { contactId, type, value, isEnabled } = contact;
  return (
    <ContactForm
      {...form}
      type={type}
      initialValue={formatPhone(value)}
      submitLabel={contactsTexts.save}
      size="small"
      change={(typed) => (dispatch) => {
        const body = { fields: { value: typed }, isEnabled };
        return dispatch(updateContact({ params: { id: contactId }, body }));
      }}
    />
  );
}

/** Phone numbers are not verified. */
function State({ contact }: { contact: Contact }) {
  const { type, isPrimary, isVerified, isEnabled } = contact;
  return (
    <Stack direction="row" gap={2} align="center" wraps>
      {isPrimary && <Badge tone="info" label={contactsTexts.primary} />}
      {type === 'EMAIL' && isVerified && <Badge tone="success" label={contactsTexts.verified} />}
      {!isEnabled && <Badge label={contactsTexts.notUsed} />}
      {type === 'EMAIL' && !isVerified && <Verify contact={contact} />}
    </Stack>
  );
}

function Verify({ contact: { contactId, value, isBounced } }: { contact: Contact }) {
  const dispatch = useAppDispatch();
  const { emailVerificationSent, loadingContacts } = useAppSelector(({ contacts }) => contacts);
  const isSent = emailVerificationSent.includes(contactId);
  const verify = (): void => void dispatch(verifyEmail({ body: { contactId } }));
  return (
    <>
      {isBounced ? (
        <Badge tone="danger" label={contactsTexts.bounced} />
      ) : (
        <Badge tone="warning" label={contactsTexts.notVerified} />
      )}
      <span role="status">
        {isSent && (
          <Text as="span" size="small" tone="muted">
            {contactsTexts.checkMail}
          </Text>
        )}
      </span>
      {!isSent && (
        <Button
          variant="quiet"
          size="small"
          isLoading={loadingContacts.includes(contactId)}
          aria-label={contactsTexts.verifyNamed(value)}
          onClick={verify}
        >
          {contactsTexts.verify}
        </Button>
      )}
    </>
  );
}
