// The customer's passkeys (R63), with a button to add another.

import { PASSKEYS_MAX } from '@quittance/contract/identity/passkey-schemas';
import { type ComponentType, useState } from 'react';
import { passkeyTexts } from '#texts/account/passkeys';
import { uiTexts } from '#texts/site/ui';
import { isCode } from '../../shared/api/client.ts';
import { canUsePasskeys, createPasskey } from '../../shared/lib/passkey.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useAppDispatch } from '../store/hooks.ts';
import { addPasskey, namePasskey, newPasskey, removePasskey } from '../store/passkeys.ts';
import { useRead } from '../store/use-read.ts';
import { PasskeyItem } from './passkey-item.tsx';

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

type Note = 'signInAgain' | { text: string } | null;

const NOTES = {
  known: { text: passkeyTexts.isKnown },
  failed: { text: passkeyTexts.addFailed },
  canceled: null,
} as const;

/** Loads, adds, renames and removes passkeys. An addition that requires a new sign-in is kept until then. */
function usePasskeys() {
  const dispatch = useAppDispatch();
  const { value, failure, again, replace } = useRead({ request: { route: 'passkeys' } });
  const [isAdding, setIsAdding] = useState(false);
  const [note, setNote] = useState<Note>(null);

  const create = async (): Promise<Note> => {
    const asked = await dispatch(newPasskey({}));
    if (newPasskey.rejected.match(asked)) {
      return isCode(asked.payload, 'SIGN_IN_AGAIN') ? 'signInAgain' : null;
    }
    const outcome = await createPasskey(asked.payload.creation);
    if (outcome.kind !== 'done') return NOTES[outcome.kind];
    const added = await dispatch(addPasskey({ body: { passkey: outcome.passkey } }));
    if (addPasskey.fulfilled.match(added)) replace(added.payload);
    return null;
  };
  const add = async (): Promise<void> => {
    if (isAdding) return;
    setIsAdding(true);
    setNote(null);
    setNote(await create());
    setIsAdding(false);
  };
  const rename = async (id: string, name: string): Promise<boolean> => {
    const result = await dispatch(namePasskey({ params: { id }, body: { name } }));
    if (!namePasskey.fulfilled.match(result)) return false;
    replace(result.payload);
    return true;
  };
  const remove = async (id: string): Promise<void> => {
    const result = await dispatch(removePasskey({ params: { id } }));
    if (removePasskey.fulfilled.match(result)) replace(result.payload);
  };
  const dismiss = (): void => setNote(null);
  const list = { passkeys: value?.passkeys, hasFailed: failure !== null, load: again };
  return { ...list, add, isAdding, note, dismiss, rename, remove };
}
