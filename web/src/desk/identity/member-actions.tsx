// Changes the role of a member, or removes one.

import { STAFF_ROLES, type StaffRole } from '@quittance/contract/identity/roles';
import type { Member } from '@quittance/contract/identity/staff';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { sentenceOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { ConfirmAction } from '../forms/action-button.tsx';
import { teamTexts } from '../texts/access.ts';
import { shellTexts } from '../texts/shell.ts';

type ChangeRoleProps = { member: Member; onChanged: () => void };

export function ChangeRole({ member, onChanged }: ChangeRoleProps) {
  const action = useAction('changeMember');
  const change = async (role: StaffRole): Promise<void> => {
    const result = await action.run({ params: { memberId: member.id }, body: { role } });
    showToast(
      result.isOk
        ? { tone: 'success', text: teamTexts.changed(member.name) }
        : { tone: 'error', text: sentenceOf(result.failure) },
    );
    if (result.isOk) onChanged();
  };
  return (
    <Select
      label={teamTexts.roleOf(member.name)}
      isLabelHidden
      disabled={action.isRunning}
      options={STAFF_ROLES.map((value) => ({ value, label: shellTexts.roles[value] }))}
      value={member.role}
      onValueChange={(role) => void change(role)}
    />
  );
}

type RemoveMemberProps = { member: Member; onRemoved: () => void };

export function RemoveMember({ member, onRemoved }: RemoveMemberProps) {
  return (
    <ConfirmAction
      call="removeMember"
      input={{ params: { memberId: member.id } }}
      label={teamTexts.remove}
      title={teamTexts.removeTitle(member.name)}
      text={teamTexts.removeText}
      confirm={teamTexts.removeConfirm}
      done={teamTexts.removed(member.name)}
      onDone={onRemoved}
    />
  );
}
