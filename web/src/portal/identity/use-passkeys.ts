// The customer's passkeys: read, added, renamed and removed. Adding one that needs a new sign-in is kept until then.

import { useState } from 'react';
import { passkeyTexts } from '#texts/account/passkeys';
import { isCode } from '../../shared/api/client.ts';
import { createPasskey } from '../../shared/lib/passkey.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { addPasskey, namePasskey, newPasskey, removePasskey } from '../store/passkeys.ts';
import { useRead } from '../store/use-read.ts';

/** What stands above the list. */
type Note = 'signInAgain' | { text: string } | null;

const NOTES = {
  known: { text: passkeyTexts.isKnown },
  failed: { text: passkeyTexts.addFailed },
  canceled: null,
} as const;

export function usePasskeys() {
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
