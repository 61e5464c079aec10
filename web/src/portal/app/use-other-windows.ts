/**
 * Keeps the windows of one browser in sync: a sign-in or sign-out in one is posted to the others, which
 * share its cookie (R20).
 */
import { useEffect, useRef } from 'react';
import { createWindowChannel, type WindowChannel } from '../../shared/lib/window-channel.ts';
import type { Session } from '../store/auth.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { followSessionChange, type SessionChange } from '../store/session.ts';

export function useOtherWindows(): void {
  const dispatch = useAppDispatch();
  const session = useAppSelector(({ auth }) => auth.session);
  const isSessionOver = useAppSelector(({ auth }) => auth.isSessionOver);
  const channel = useRef<WindowChannel<SessionChange> | null>(null);
  const last = useRef<Session | null>(null);

  useEffect(() => {
    const opened = createWindowChannel<SessionChange>();
    channel.current = opened;
    opened.subscribe((change) => void dispatch(followSessionChange(change)));
    return opened.close;
  }, [dispatch]);

  useEffect(() => {
    const previous = last.current;
    last.current = isSessionOver ? null : session;
    if (previous === last.current) return;
    if (last.current) channel.current?.post({ kind: 'signedIn', session: last.current });
    else if (previous && !session) channel.current?.post({ kind: 'signedOut', session: previous });
  }, [session, isSessionOver]);
}
