// The passkeys of the customer (R63), with a button for another one.

import { PASSKEYS_MAX } from '@quittance/contract/identity/passkey-schemas';
import type { ComponentType } from 'react';
import { passkeyTexts } from '#texts/account/passkeys';
import { uiTexts } from '#texts/site/ui';
import { canUsePasskeys } from '../../shared/lib/passkey.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { PasskeyItem } from './passkey-item.tsx';
import { usePasskeys } from './use-passkeys.ts';

export type SignInAgain = ComponentType<{ onSignedIn: () => void; onGiveUp: () => void }>;

export function PasskeyList({ SignInAgain }: { SignInAgain: SignInAgain }) {
  const { passkeys, hasFailed, load, ...own } = usePasskeys();
  const { add, isAdding, note, dismiss, rename, remove } = own;
  return (
    <Stack gap={3}>
      <Stack gap={1}>
        <Heading level={3} size="small">
          {passkeyTexts.title}
        </Heading>
        <Text tone="muted">{passkeyTexts.hint}</Text>
      </Stack>
      {hasFailed && (
        <Notice tone="warning" action={{ label: uiTexts.tryAgain, onClick: load }}>
          {passkeyTexts.loadFailed}
        </Notice>
      )}
      {note === 'signInAgain' && <SignInAgain onSignedIn={() => void add()} onGiveUp={dismiss} />}
      {note && note !== 'signInAgain' && <Notice tone="warning">{note.text}</Notice>}
      {passkeys?.length === 0 && <Text tone="muted">{passkeyTexts.none}</Text>}
      {passkeys && passkeys.length > 0 && (
        <Stack as="ul" gap={4}>
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRename={(name) => rename(passkey.id, name)}
              onRemove={() => remove(passkey.id)}
            />
          ))}
        </Stack>
      )}
      {!canUsePasskeys() && <Text tone="muted">{passkeyTexts.notSupported}</Text>}
      {canUsePasskeys() && passkeys && passkeys.length < PASSKEYS_MAX && (
        <div>
          <Button variant="secondary" icon="plus" isLoading={isAdding} onClick={() => void add()}>
            {passkeyTexts.add}
          </Button>
        </div>
      )}
    </Stack>
  );
}
