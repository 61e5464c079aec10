// The customer's passkeys: read, added, renamed and removed. Adding one that needs a new sign-in is kept until then.

import type { Passkey } from '@quittance/contract/identity/passkey-schemas';
import { useCallback, useEffect, useState } from 'react';
import { passkeyTexts } from '#texts/account/passkeys';
import { isCode } from '../../shared/api/failure.ts';
import { createPasskey } from '../../shared/lib/passkey.ts';
import { useAppDispatch } from '../store/hooks.ts';
import {
  addPasskey,
  loadPasskeys,
  namePasskey,
  newPasskey,
  removePasskey,
} from '../store/passkeys.ts';

type List = readonly Passkey[];

/** What stands above the list. */
type Note = 'signInAgain' | { text: string } | null;

const NOTES = {
  known: { text: passkeyTexts.isKnown },
  failed: { text: passkeyTexts.addFailed },
  canceled: null,
} as const;

export function usePasskeys() {
  const dispatch = useAppDispatch();
  const [passkeys, setPasskeys] = useState<List | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const [note, setNote] = useState<Note>(null);

  const load = useCallback(async (): Promise<void> => {
    const result = await dispatch(loadPasskeys({}));
    if (loadPasskeys.fulfilled.match(result)) setPasskeys(result.payload.passkeys);
    setHasFailed(loadPasskeys.rejected.match(result) && result.meta.rejectedWithValue);
  }, [dispatch]);
  useEffect(() => void load(), [load]);

  const create = async (): Promise<Note> => {
    const asked = await dispatch(newPasskey({}));
    if (newPasskey.rejected.match(asked)) {
      return isCode(asked.payload, 'SIGN_IN_AGAIN') ? 'signInAgain' : null;
    }
    const outcome = await createPasskey(asked.payload.creation);
    if (outcome.kind !== 'done') return NOTES[outcome.kind];
    const added = await dispatch(addPasskey({ body: { passkey: outcome.passkey } }));
    if (addPasskey.fulfilled.match(added)) setPasskeys(added.payload.passkeys);
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
    setPasskeys(result.payload.passkeys);
    return true;
  };
  const remove = async (id: string): Promise<void> => {
    const result = await dispatch(removePasskey({ params: { id } }));
    if (removePasskey.fulfilled.match(result)) setPasskeys(result.payload.passkeys);
  };
  const dismiss = (): void => setNote(null);
  return { passkeys, hasFailed, load, add, isAdding, note, dismiss, rename, remove };
}
