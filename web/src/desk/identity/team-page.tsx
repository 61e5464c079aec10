// The team of the company (R75).

import { STAFF_ROLES, type StaffRole } from '@quittance/contract/identity/roles';
import type { Member } from '@quittance/contract/identity/staff';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';
import type { AnswerOf } from '../api/call-types.ts';
import { toActionSentence } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { ConfirmAction } from '../forms/confirm-action.tsx';
import { Section } from '../forms/section.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { teamTexts } from '../texts/access.ts';
import { shellTexts } from '../texts/shell.ts';
import { InviteMember } from './invite-member.tsx';

type Team = AnswerOf<'getTeam'>;

export function TeamPage() {
  const can = useCan();
  const team = useRead('getTeam', {});
  const [isInviting, setIsInviting] = useState(false);
  const invite = can('manage') && (
    <Button size="small" onClick={() => setIsInviting(true)}>
      {teamTexts.invite}
    </Button>
  );
  return (
    <SettingsFrame page="team" text={teamTexts.text}>
      <Section title={teamTexts.list} action={invite}>
        <ReadView read={team}>
          {(found) => <Members team={found} onChanged={team.again} />}
        </ReadView>
      </Section>
      {isInviting && <InviteMember onInvited={team.again} onClose={() => setIsInviting(false)} />}
    </SettingsFrame>
  );
}

const TONES = {
  INVITED: 'warning',
  EXPIRED: 'neutral',
  ACTIVE: 'success',
} as const satisfies Record<Member['status'], Tone>;

function Members({ team, onChanged }: { team: Team; onChanged: () => void }) {
  const { moment } = useMoments();
  const can = useCan();
  const { columns, ...texts } = teamTexts;
  const isManaged = can('manage');
  return (
    <Stack gap={4}>
      <Table
        caption={texts.list}
        rows={team.data}
        rowKey={({ id }) => id}
        columns={[
          { header: columns.name, cell: (member) => <MemberName member={member} /> },
          {
            header: columns.role,
            cell: (member) =>
              isManaged && !member.isYou ? (
                <ChangeRole member={member} onChanged={onChanged} />
              ) : (
                shellTexts.roles[member.role]
              ),
          },
          {
            header: columns.status,
            cell: ({ status }) => <Badge tone={TONES[status]} label={texts.statuses[status]} />,
          },
          {
            header: columns.seen,
            cell: ({ lastSeenAt }) => (lastSeenAt === null ? texts.never : moment(lastSeenAt)),
          },
          { header: columns.passkeys, align: 'end', cell: ({ passkeyCount }) => passkeyCount },
          {
            header: texts.actions,
            isHeaderHidden: true,
            align: 'end',
            cell: (member) =>
              isManaged && !member.isYou && <RemoveMember member={member} onRemoved={onChanged} />,
          },
        ]}
      />
      {team.former.length > 0 && (
        <Text size="small" tone="subtle">
          {`${texts.former}: ${team.former.map(({ name }) => name).join(', ')}`}
        </Text>
      )}
    </Stack>
  );
}

function MemberName({ member: { name, email, isYou } }: { member: Member }) {
  return (
    <>
      {isYou ? `${name} ${teamTexts.you}` : name}
      <Text size="small" tone="subtle">
        {email}
      </Text>
    </>
  );
}

type ChangeRoleProps = { member: Member; onChanged: () => void };

function ChangeRole({ member, onChanged }: ChangeRoleProps) {
  const action = useAction('changeMember');
  const change = async (role: StaffRole): Promise<void> => {
    const result = await action.run({ params: { memberId: member.id }, body: { role } });
    showToast(
      result.isOk
        ? { tone: 'success', text: teamTexts.changed(member.name) }
        : { tone: 'error', text: toActionSentence(result.failure) },
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

function RemoveMember({ member, onRemoved }: RemoveMemberProps) {
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
