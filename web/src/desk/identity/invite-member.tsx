// Invites a person to the team by email.

import { STAFF_ROLES, type StaffRole } from '@quittance/contract/identity/roles';
import { useState } from 'react';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { teamTexts } from '../texts/access.ts';
import { shellTexts } from '../texts/shell.ts';

type InviteMemberProps = { onInvited: () => void; onClose: () => void };

export function InviteMember({ onInvited, onClose }: InviteMemberProps) {
  const texts = teamTexts;
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>('clerk');
  const isNamed = name.trim() !== '';
  const isEmail = email.includes('@');
  const form = useActionForm('inviteMember', {
    input: isNamed && isEmail ? { body: { name: name.trim(), email: email.trim(), role } } : null,
    done: texts.invited(email.trim()),
    onDone: () => {
      onClose();
      onInvited();
    },
  });
  return (
    <ActionDialog
      title={texts.inviteTitle}
      text={texts.inviteText}
      submitLabel={texts.inviteConfirm}
      {...form.dialog}
      size="medium"
      onClose={onClose}
    >
      <Input
        label={texts.name}
        error={form.errorFor('name', !isNamed && texts.nameMissing)}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Input
        label={texts.email}
        type="email"
        autoComplete="off"
        error={form.errorFor('email', !isEmail && texts.emailMissing)}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <OptionGroup legend={texts.role}>
        {STAFF_ROLES.map((each) => (
          <OptionCard
            key={each}
            name="role"
            value={each}
            title={shellTexts.roles[each]}
            text={texts.roleTexts[each]}
            isSelected={role === each}
            onSelect={() => setRole(each)}
          />
        ))}
      </OptionGroup>
    </ActionDialog>
  );
}
