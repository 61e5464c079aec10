// Contacts that receive copies of a customer's emails (R94).

import { COPY_CONTACTS_MAX } from '@quittance/contract/customers/copy-contacts';
import { COPY_ROLES, type CopyRole } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { toActionSentence } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { Section } from '../forms/section.tsx';
import { copiesTexts as texts } from '../texts/customers.ts';
import type { Customer } from './customer-draft.ts';

type CopiesProps = { customer: Customer; onChanged: (customer: Customer) => void };

const EMAIL = /^\S+@\S+\.\S+$/;

const toInput = ({ copyContacts }: Customer) =>
  copyContacts.map(({ email, role }) => ({ email, role }));

export function CustomerCopies({ customer, onChanged }: CopiesProps) {
  const can = useCan();
  const change = useAction('changeCustomer', { isGuarded: true });
  const { copyContacts } = customer;
  const isEditable = can('write') && customer.erasedAt === null;
  const remove = async (email: string): Promise<void> => {
    const result = await change.run({
      params: { customerId: customer.id },
      body: { copyContacts: toInput(customer).filter((one) => one.email !== email) },
    });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.removed });
    onChanged(result.answer);
  };
  return (
    <Section title={texts.title} text={texts.text}>
      <Stack gap={3}>
        {copyContacts.length > 0 && (
          <Stack as="ul" gap={3}>
            {copyContacts.map(({ email, role, turnedOff, isBounced }) => (
              <li key={email}>
                <Stack direction="row" gap={2} align="center" justify="space-between">
                  <Stack gap={1}>
                    <Text>{email}</Text>
                    <Stack direction="row" gap={2} wraps>
                      <Badge
                        tone={role === 'BILLING' ? 'info' : 'neutral'}
                        label={texts.roles[role]}
                      />
                      {isBounced && <Badge tone="danger" label={texts.bounced} />}
                      {turnedOff.map((kind) => (
                        <Badge key={kind} label={texts.turnedOff[kind]} />
                      ))}
                    </Stack>
                  </Stack>
                  {isEditable && (
                    <IconButton
                      icon="trash"
                      label={texts.remove(email)}
                      isUnavailable={change.isRunning}
                      onClick={() => void remove(email)}
                    />
                  )}
                </Stack>
              </li>
            ))}
          </Stack>
        )}
        {change.failure && <Notice tone="danger">{toActionSentence(change.failure)}</Notice>}
        {isEditable && copyContacts.length < COPY_CONTACTS_MAX && (
          <div>
            <OpenButton
              variant="secondary"
              label={texts.add}
              dialog={(onClose) => (
                <AddCopy customer={customer} onChanged={onChanged} onClose={onClose} />
              )}
            />
          </div>
        )}
      </Stack>
    </Section>
  );
}

const ROLES = COPY_ROLES.map((value) => ({ value, label: texts.roles[value] }));

function AddCopy({ customer, onChanged, onClose }: CopiesProps & { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<CopyRole>('COPY');
  const email = typed.trim();
  const isEmail = EMAIL.test(email);
  const form = useActionForm('changeCustomer', {
    input: !isEmail
      ? null
      : {
          params: { customerId: customer.id },
          body: { copyContacts: [...toInput(customer), { email, role }] },
        },
    isGuarded: true,
    done: texts.added,
    onDone: (changed) => {
      onClose();
      onChanged(changed);
    },
  });
  return (
    <ActionDialog title={texts.add} submitLabel={texts.save} {...form.dialog} onClose={onClose}>
      <Input
        label={texts.email}
        type="email"
        autoComplete="off"
        error={form.errorFor('copyContacts', !isEmail && texts.missing)}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Stack gap={2}>
        <ChoiceChips legend={texts.role} chips={ROLES} value={role} onValueChange={setRole} />
        <Text size="small" tone="muted">
          {texts.roleTexts[role]}
        </Text>
      </Stack>
    </ActionDialog>
  );
}
