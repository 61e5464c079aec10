/**
 * Keeps the windows of one browser together: signing in or out in one of them is told to the others, and
 * what they tell is followed. The cookie is common to all of them anyway (R20).
 */
import { useEffect, useRef } from 'react';
import { createWindows } from '../lib/windows.ts';
import type { Session } from '../state/session/auth.ts';
import { followSessionChange, type SessionChange } from '../state/session/session.ts';
import { useAppDispatch, useAppSelector } from '../state/store/hooks.ts';

export function useOtherWindows(): void {
  const dispatch = useAppDispatch();
  const session = useAppSelector(({ auth }) => auth.session);
  const isSessionOver = useAppSelector(({ auth }) => auth.isSessionOver);
  const windows = useRef<ReturnType<typeof createWindows<SessionChange>> | null>(null);
  const last = useRef<Session | null>(null);

  useEffect(() => {
    const opened = createWindows<SessionChange>();
    windows.current = opened;
    opened.hear((news) => void dispatch(followSessionChange(news)));
    return opened.close;
  }, [dispatch]);

  useEffect(() => {
    const former = last.current;
    last.current = isSessionOver ? null : session;
    if (former === last.current) return;
    if (last.current) windows.current?.tell({ kind: 'entered', session: last.current });
    else if (former && !session) windows.current?.tell({ kind: 'left', session: former });
  }, [session, isSessionOver]);
}
