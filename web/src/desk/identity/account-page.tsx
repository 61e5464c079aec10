// The member's own account: passkeys, and the browsers in which the member is signed in.

import type { Passkey } from '@quittance/contract/identity/passkey-schemas';
import type { StaffSession } from '@quittance/contract/identity/staff';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { sentenceOf } from '../api/failure.ts';
import { useSession } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { ConfirmAction } from '../forms/confirm-action.tsx';
import { Section } from '../forms/section.tsx';
import { SmallTable } from '../forms/small-table.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { accountTexts } from '../texts/access.ts';
import { shellTexts } from '../texts/shell.ts';
import { AddPasskey } from './add-passkey.tsx';

export function AccountPage() {
  return (
    <SettingsFrame page="account" text={accountTexts.text}>
      <You />
      <Passkeys />
      <Sessions />
    </SettingsFrame>
  );
}

function You() {
  const { member, secondFactorUntil } = useSession();
  const { moment } = useMoments();
  const texts = accountTexts;
  return (
    <Section title={texts.you}>
      <SummaryList
        rows={[
          { label: texts.name, value: member.name },
          { label: texts.email, value: member.email },
          { label: texts.role, value: shellTexts.roles[member.role] },
          {
            label: texts.factor,
            value:
              secondFactorUntil === null
                ? texts.factorNone
                : texts.factorUntil(moment(secondFactorUntil)),
          },
        ]}
      />
    </Section>
  );
}

function Passkeys() {
  const texts = accountTexts;
  const passkeys = useRead('listPasskeys', {});
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button size="small" onClick={() => setIsAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Section title={texts.passkeys} text={texts.passkeysText} action={add}>
      <ReadView read={passkeys}>
        {({ data }) => <PasskeyTable passkeys={data} onRemoved={passkeys.again} />}
      </ReadView>
      {isAdding && <AddPasskey onAdded={passkeys.again} onClose={() => setIsAdding(false)} />}
    </Section>
  );
}

type PasskeyTableProps = { passkeys: readonly Passkey[]; onRemoved: () => void };

function PasskeyTable({ passkeys, onRemoved }: PasskeyTableProps) {
  const texts = accountTexts;
  const { moment } = useMoments();
  if (passkeys.length === 0) return <Text tone="muted">{texts.noPasskeys}</Text>;
  return (
    <SmallTable
      caption={texts.passkeys}
      rows={passkeys}
      rowKey={({ id }) => id}
      columns={[
        {
          header: texts.name,
          cell: ({ name, isBlocked }) => (
            <>
              {name} {isBlocked && <Badge tone="danger" label={texts.blocked} />}
            </>
          ),
        },
        { header: texts.created, cell: ({ createdAt }) => moment(createdAt) },
        {
          header: texts.used,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? texts.never : moment(lastUsedAt)),
        },
        {
          header: texts.actions,
          isHeaderHidden: true,
          align: 'end',
          cell: (passkey) => <RemovePasskey passkey={passkey} onRemoved={onRemoved} />,
        },
      ]}
    />
  );
}

function RemovePasskey({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const action = useAction('removePasskey');
  const texts = accountTexts;
  const remove = async (): Promise<boolean> => {
    const { isOk } = await action.run({ params: { passkeyId: passkey.id } });
    if (!isOk) return false;
    showToast({ tone: 'success', text: texts.removed });
    onRemoved();
    return true;
  };
  return (
    <ConfirmAction
      label={texts.remove}
      title={texts.removeTitle(passkey.name)}
      text={texts.removeText}
      confirm={texts.remove}
      isRunning={action.isRunning}
      failure={action.failure}
      onConfirm={remove}
    />
  );
}

function Sessions() {
  const texts = accountTexts;
  const { moment } = useMoments();
  const sessions = useRead('listSessions', {});
  return (
    <Section title={texts.sessions} text={texts.sessionsText}>
      <ReadView read={sessions}>
        {({ data }) => (
          <SmallTable
            caption={texts.sessions}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { header: texts.browser, cell: browserOf },
              { header: texts.since, cell: ({ createdAt }) => moment(createdAt) },
              { header: texts.seen, cell: ({ lastSeenAt }) => moment(lastSeenAt) },
              {
                header: texts.actions,
                isHeaderHidden: true,
                align: 'end',
                cell: ({ id, isThisOne }) =>
                  isThisOne ? (
                    <Badge tone="info" label={texts.thisOne} />
                  ) : (
                    <EndSession sessionId={id} onEnded={sessions.again} />
                  ),
              },
            ]}
          />
        )}
      </ReadView>
    </Section>
  );
}

function browserOf({ browser, system }: StaffSession): string {
  if (browser !== null && system !== null) return accountTexts.on(browser, system);
  return browser ?? system ?? accountTexts.unknown;
}

function EndSession({ sessionId, onEnded }: { sessionId: string; onEnded: () => void }) {
  const action = useAction('removeSession');
  const end = async (): Promise<void> => {
    const result = await action.run({ params: { sessionId } });
    if (!result.isOk) return showToast({ tone: 'error', text: sentenceOf(result.failure) });
    showToast({ tone: 'success', text: accountTexts.ended });
    onEnded();
  };
  return (
    <Button
      variant="quiet"
      size="small"
      isFlush
      isLoading={action.isRunning}
      onClick={() => void end()}
    >
      {accountTexts.end}
    </Button>
  );
}
