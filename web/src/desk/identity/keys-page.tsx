// Everything that has access: the sessions of the team, and the API keys of the company.

import { KEY_SCOPES, type KeyScope } from '@quittance/contract/http/provider-route';
import type { ApiKey } from '@quittance/contract/identity/key-schemas';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { ConfirmAction } from '../forms/confirm-action.tsx';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { type Company, useCompanyForm } from '../settings/use-company-form.ts';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { accountTexts, keysTexts, staffNetworksTexts, teamSessionsTexts } from '../texts/access.ts';
import { shellTexts } from '../texts/shell.ts';
import { toBrowser } from './account-page.tsx';

export function KeysPage() {
  const keys = useRead('listKeys', {});
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const show = (key: string): void => {
    setCreated(key);
    keys.again();
  };
  const add = (
    <Button size="small" onClick={() => setIsAdding(true)}>
      {keysTexts.add}
    </Button>
  );
  return (
    <SettingsFrame page="keys" text={keysTexts.text}>
      <Section title={keysTexts.list} action={add}>
        <ReadView read={keys}>
          {({ data }) => <KeyTable keys={data} onChanged={keys.again} onCreated={show} />}
        </ReadView>
      </Section>
      <StaffNetworks />
      <TeamSessions />
      {isAdding && <NewKey onCreated={show} onClose={() => setIsAdding(false)} />}
      {created !== null && (
        <OnceDialog
          title={keysTexts.createdTitle}
          text={keysTexts.createdText}
          value={created}
          onClose={() => setCreated(null)}
        />
      )}
    </SettingsFrame>
  );
}

function StaffNetworks() {
  const company = useRead('getCompany', {});
  return (
    <ReadView read={company}>
      {(found) => <NetworksForm company={found} onSaved={company.replace} />}
    </ReadView>
  );
}

/** One per line or separated by commas. */
const toNetworks = (text: string) => text.split(/[\s,]+/).filter(Boolean);

const toNetworksDraft = ({ staffNetworks }: Company) => ({ text: staffNetworks.join('\n') });

function NetworksForm({ company, onSaved }: { company: Company; onSaved: (c: Company) => void }) {
  const form = useCompanyForm({ company, toDraft: toNetworksDraft, onSaved });
  const { draft, action } = form;
  return (
    <Section title={staffNetworksTexts.title} text={staffNetworksTexts.text}>
      <TextArea
        label={staffNetworksTexts.label}
        hint={staffNetworksTexts.hint}
        error={toFieldError(action.failure, 'staffNetworks')}
        value={draft.text}
        onChange={({ currentTarget }) => form.set({ text: currentTarget.value })}
      />
      <SaveBar
        isChanged={form.isChanged}
        isRunning={action.isRunning}
        failure={action.failure}
        onSave={() => form.save({ staffNetworks: toNetworks(draft.text) })}
        onReset={form.reset}
      />
    </Section>
  );
}

function TeamSessions() {
  const { moment } = useMoments();
  const { columns, ...texts } = teamSessionsTexts;
  const sessions = useRead('listTeamSessions', {});
  return (
    <Section title={texts.list} text={texts.text}>
      <ReadView read={sessions}>
        {({ data }) => (
          <Table
            caption={texts.list}
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              {
                header: columns.member,
                isText: true,
                cell: ({ member: { name, role } }) => `${name} (${shellTexts.roles[role]})`,
              },
              {
                header: columns.browser,
                isText: true,
                cell: (session) => (
                  <>
                    {toBrowser(session)}
                    <Text size="small" tone="subtle">
                      {session.address}
                    </Text>
                  </>
                ),
              },
              {
                header: columns.since,
                isText: true,
                cell: ({ createdAt }) => moment(createdAt),
              },
              {
                header: columns.seen,
                isText: true,
                cell: ({ lastSeenAt }) => moment(lastSeenAt),
              },
              {
                header: texts.actions,
                isHeaderHidden: true,
                align: 'end',
                cell: ({ id, isThisOne, member: { name } }) =>
                  isThisOne ? (
                    <Badge tone="info" label={accountTexts.thisOne} />
                  ) : (
                    <ConfirmAction
                      call="removeTeamSession"
                      input={{ params: { sessionId: id } }}
                      label={accountTexts.end}
                      title={texts.endTitle(name)}
                      text={texts.endText}
                      confirm={accountTexts.end}
                      done={accountTexts.ended}
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

type KeyTableProps = {
  keys: readonly ApiKey[];
  onChanged: () => void;
  onCreated: (key: string) => void;
};

function KeyTable({ keys, onChanged, onCreated }: KeyTableProps) {
  const { moment } = useMoments();
  const { columns, ...texts } = keysTexts;
  return (
    <Table
      caption={texts.list}
      empty={texts.empty}
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        { header: columns.name, isText: true, cell: ({ name }) => name },
        { header: columns.key, cell: ({ hint }) => <code>{hint}</code> },
        {
          header: columns.scopes,
          isText: true,
          cell: ({ scopes, networks }) => [scopes, ...networks].join(', '),
        },
        {
          header: columns.used,
          isText: true,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? texts.never : moment(lastUsedAt)),
        },
        { header: columns.state, cell: (key) => <KeyState apiKey={key} /> },
        {
          header: texts.actions,
          isHeaderHidden: true,
          align: 'end',
          cell: (key) =>
            key.revokedAt === null && (
              <Stack direction="row" gap={2} justify="end">
                <RotateKey apiKey={key} onCreated={onCreated} />
                <ConfirmAction
                  call="revokeKey"
                  input={{ params: { keyId: key.id } }}
                  label={texts.revoke}
                  title={texts.revokeTitle(key.name)}
                  text={texts.revokeText}
                  confirm={texts.revokeConfirm}
                  done={texts.revokedDone}
                  onDone={onChanged}
                />
              </Stack>
            ),
        },
      ]}
    />
  );
}

function KeyState({ apiKey: { revokedAt, expiresAt } }: { apiKey: ApiKey }) {
  const { moment } = useMoments();
  if (revokedAt !== null) return <Badge label={keysTexts.revoked} />;
  if (expiresAt !== null)
    return <Badge tone="warning" label={keysTexts.expires(moment(expiresAt))} />;
  return <Badge tone="success" label={keysTexts.active} />;
}

type RotateKeyProps = { apiKey: ApiKey; onCreated: (key: string) => void };

const HOURS_MAX = 720;
const FIRST_HOURS = '24';

function hoursIn(text: string): number | null {
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
  return hours !== null && hours <= HOURS_MAX ? hours : null;
}

/** Replaces an API key. The old key works for a while. */
function RotateKey({ apiKey, onCreated }: RotateKeyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const action = useAction('rotateKey');
  const [text, setText] = useState(FIRST_HOURS);
  const overlapHours = hoursIn(text);
  const rotate = async (): Promise<void> => {
    if (overlapHours === null) return;
    const result = await action.run({ params: { keyId: apiKey.id }, body: { overlapHours } });
    if (!result.isOk) return;
    setIsOpen(false);
    onCreated(result.answer.key);
  };
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
        {keysTexts.rotate}
      </Button>
      {isOpen && (
        <ActionDialog
          title={keysTexts.rotateTitle}
          text={keysTexts.rotateText}
          submitLabel={keysTexts.rotateConfirm}
          isRunning={action.isRunning}
          failure={action.failure}
          onSubmit={() => void rotate()}
          onClose={() => setIsOpen(false)}
        >
          <Input
            label={keysTexts.overlap}
            hint={keysTexts.overlapHint}
            inputMode="numeric"
            error={overlapHours === null ? keysTexts.overlapWrong : undefined}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </ActionDialog>
      )}
    </>
  );
}

type NewKeyProps = { onCreated: (key: string) => void; onClose: () => void };

function NewKey({ onCreated, onClose }: NewKeyProps) {
  const [name, setName] = useState('');
  const [networks, setNetworks] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const toggle = (scope: KeyScope, isOn: boolean): void =>
    setScopes(KEY_SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))));
  const isReady = name.trim() !== '' && scopes.length > 0;
  const form = useActionForm('createKey', {
    input: isReady
      ? { body: { name: name.trim(), scopes: [...scopes], networks: toNetworks(networks) } }
      : null,
    onDone: ({ key }) => {
      onClose();
      onCreated(key);
    },
  });
  return (
    <ActionDialog
      title={keysTexts.addTitle}
      text={keysTexts.addText}
      submitLabel={keysTexts.create}
      {...form.dialog}
      onClose={onClose}
    >
      <Input
        label={keysTexts.name}
        hint={keysTexts.nameHint}
        maxLength={100}
        error={form.errorFor('name', name.trim() === '' && keysTexts.nameMissing)}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Input
        label={keysTexts.networks}
        hint={keysTexts.networksHint}
        error={form.errorFor('networks', false)}
        value={networks}
        onChange={({ currentTarget }) => setNetworks(currentTarget.value)}
      />
      <OptionGroup legend={keysTexts.scopes}>
        {KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            isChecked={scopes.includes(scope)}
            onCheckedChange={(isOn) => toggle(scope, isOn)}
          >
            {keysTexts.scopeNames[scope]}
          </Checkbox>
        ))}
        {form.isChecked && scopes.length === 0 && (
          <Text tone="danger">{keysTexts.scopesMissing}</Text>
        )}
      </OptionGroup>
    </ActionDialog>
  );
}
