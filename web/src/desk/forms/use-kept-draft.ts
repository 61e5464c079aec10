/**
 * The draft of a long form, kept in this tab so that a reload or the end of a session does not lose it. Sign-out
 * clears the tab's storage.
 */
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../api/client-context.ts';
import { useSession } from '../api/session-context.ts';

type KeptDraft<Draft> = {
  name: string;
  first: () => Draft;
  /** The part whose loss would be noticed. */
  typed: (draft: Draft) => unknown;
};

/** Storage may be full or forbidden, which must not stop the form. */
function attempt<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}

export function useKeptDraft<Draft extends object>({ name, first, typed }: KeptDraft<Draft>) {
  const { domain } = useClient();
  const key = `quittance.draft.${domain}.${useSession().member.id}.${name}`;
  const [start] = useState(first);
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null'));
    return { ...start, ...kept };
  });
  const isChanged = JSON.stringify(typed(draft)) !== JSON.stringify(typed(start));
  const forget = useCallback(() => attempt((storage) => storage.removeItem(key)), [key]);
  useEffect(() => {
    if (isChanged) attempt((storage) => storage.setItem(key, JSON.stringify(draft)));
    else forget();
  }, [key, draft, isChanged, forget]);
  return { draft, setDraft, isChanged, forget };
}
