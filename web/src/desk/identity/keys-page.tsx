// The API keys of the company.

import type { ApiKey } from '@quittance/contract/identity/key-schemas';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { ConfirmAction } from '../forms/action-button.tsx';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { keysTexts } from '../texts/access.ts';
import { NewKey } from './new-key.tsx';
import { RotateKey } from './rotate-key.tsx';

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
        { header: columns.name, cell: ({ name }) => name },
        { header: columns.key, cell: ({ hint }) => <code>{hint}</code> },
        { header: columns.scopes, cell: ({ scopes }) => scopes.join(', ') },
        {
          header: columns.used,
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
