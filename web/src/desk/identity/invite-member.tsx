// Invites someone to the team, by mail.

import { STAFF_ROLES, type StaffRole } from '@quittance/contract/identity/roles';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { teamTexts } from '../texts/access.ts';
import { shellTexts } from '../texts/shell.ts';

type InviteMemberProps = { onInvited: () => void; onClose: () => void };

export function InviteMember({ onInvited, onClose }: InviteMemberProps) {
  const texts = teamTexts;
  const action = useAction('inviteMember');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>('clerk');
  const [isChecked, setIsChecked] = useState(false);
  const isNamed = name.trim() !== '';
  const isEmail = email.includes('@');
  const invite = async (): Promise<void> => {
    setIsChecked(true);
    if (!isNamed || !isEmail) return;
    const result = await action.run({ body: { name: name.trim(), email: email.trim(), role } });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.invited(email.trim()) });
    onClose();
    onInvited();
  };
  return (
    <ActionDialog
      title={texts.inviteTitle}
      text={texts.inviteText}
      submitLabel={texts.inviteConfirm}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void invite()}
      onClose={onClose}
    >
      <Input
        label={texts.name}
        error={isChecked && !isNamed ? texts.nameMissing : fieldErrorOf(action.failure, 'name')}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Input
        label={texts.email}
        type="email"
        autoComplete="off"
        error={isChecked && !isEmail ? texts.emailMissing : fieldErrorOf(action.failure, 'email')}
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
