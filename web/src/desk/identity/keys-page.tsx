// The API keys of the company.

import type { ApiKey } from '@quittance/contract/identity/key-schemas';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { useMoments } from '../format.ts';
import { ConfirmAction } from '../forms/confirm-action.tsx';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { Section } from '../forms/section.tsx';
import { SmallTable } from '../forms/small-table.tsx';
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
  if (keys.length === 0) return <Text tone="muted">{texts.empty}</Text>;
  return (
    <SmallTable
      caption={texts.list}
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
                <RevokeKey apiKey={key} onRevoked={onChanged} />
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

function RevokeKey({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
  const action = useAction('revokeKey');
  const revoke = async (): Promise<boolean> => {
    const { isOk } = await action.run({ params: { keyId: apiKey.id } });
    if (!isOk) return false;
    showToast({ tone: 'success', text: keysTexts.revokedDone });
    onRevoked();
    return true;
  };
  return (
    <ConfirmAction
      label={keysTexts.revoke}
      title={keysTexts.revokeTitle(apiKey.name)}
      text={keysTexts.revokeText}
      confirm={keysTexts.revokeConfirm}
      isRunning={action.isRunning}
      failure={action.failure}
      onConfirm={revoke}
    />
  );
}
