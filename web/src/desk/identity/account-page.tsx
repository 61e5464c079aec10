// The member's own account: passkeys, and the browsers in which the member is signed in.

import type { Passkey } from '@quittance/contract/identity/passkey-schemas';
import type { StaffSession } from '@quittance/contract/identity/staff';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useSession, useSigned } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { ConfirmAction } from '../forms/confirm-action.tsx';
import { Section } from '../forms/section.tsx';
import { useAddPasskey, useProvePasskey } from '../session/passkey-ceremonies.ts';
import { PasskeyNotice } from '../session/passkey-notice.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { accountTexts } from '../texts/access.ts';
import { secondFactorTexts } from '../texts/session.ts';
import { shellTexts } from '../texts/shell.ts';

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
      <PasskeyNotice />
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
  return (
    <Table
      caption={texts.passkeys}
      empty={texts.noPasskeys}
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
          cell: ({ id, name }) => (
            <ConfirmAction
              call="removePasskey"
              input={{ params: { passkeyId: id } }}
              label={texts.remove}
              title={texts.removeTitle(name)}
              text={texts.removeText}
              confirm={texts.remove}
              done={texts.removed}
              onDone={onRemoved}
            />
          ),
        },
      ]}
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
          <Table
            caption={texts.sessions}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { header: texts.browser, cell: toBrowser },
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
                    <ActionButton
                      variant="quiet"
                      size="small"
                      isFlush
                      call="removeSession"
                      input={{ params: { sessionId: id } }}
                      label={texts.end}
                      done={texts.ended}
                      onDone={sessions.again}
                    />
                  ),
              },
            ]}
          />
        )}
      </ReadView>
    </Section>
  );
}

export function toBrowser({ browser, system }: Pick<StaffSession, 'browser' | 'system'>): string {
  if (browser !== null && system !== null) return accountTexts.on(browser, system);
  return browser ?? system ?? accountTexts.unknown;
}

type AddPasskeyProps = { onAdded: () => void; onClose: () => void };

/** Adds a passkey under a name. Any passkey after the first needs the second factor. */
function AddPasskey({ onAdded, onClose }: AddPasskeyProps) {
  const texts = accountTexts;
  const { session, refresh } = useSigned();
  const add = useAddPasskey();
  const prove = useProvePasskey();
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    setIsChecked(true);
    if (name.trim() === '') return;
    setIsBusy(true);
    setError(null);
    // Without a proof in this session, the server requires an existing passkey.
    const isProofNeeded = session.passkeyCount > 0 && session.secondFactorUntil === null;
    const proof = isProofNeeded ? await prove() : null;
    const outcome = proof?.kind === 'refused' ? proof : await add(name.trim());
    setIsBusy(false);
    if (outcome.kind === 'refused') return setError(outcome.text);
    showToast({ tone: 'success', text: texts.added });
    refresh();
    onClose();
    onAdded();
  };
  return (
    <Dialog isOpen size="small" title={texts.addTitle} isBlocked={isBusy} onClose={onClose}>
      <Stack gap={5}>
        <Text tone="muted">{texts.addText}</Text>
        <PasskeyNotice />
        <Input
          label={texts.passkeyName}
          hint={texts.passkeyNameHint}
          maxLength={60}
          error={isChecked && name.trim() === '' ? texts.passkeyNameMissing : undefined}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {error && <Notice tone="danger">{error}</Notice>}
        <Stack direction="row" gap={3}>
          <Button isLoading={isBusy} onClick={() => void run()}>
            {texts.add}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {secondFactorTexts.cancel}
          </Button>
        </Stack>
      </Stack>
    </Dialog>
  );
}
