/**
 * Keeps the windows of one browser in sync: a sign-in or sign-out in one is posted to the others, which
 * share its cookie (R20).
 */
import { useEffect, useRef } from 'react';
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

const CHANNEL = 'quittance-session';

/**
 * Messages between the windows of one browser. The sending window does not receive its own messages.
 * `store/session.ts` decides what they mean.
 */
type WindowChannel<Message> = {
  post: (message: Message) => void;
  subscribe: (listener: (message: Message) => void) => () => void;
  close: () => void;
};

/** Browsers without `BroadcastChannel` detect a change at their next API call. */
function createWindowChannel<Message>(): WindowChannel<Message> {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;
  return {
    post: (message) => channel?.postMessage(message),
    subscribe: (listener) => {
      // The cast is safe because only our own pages, of the same or an adjacent release, post to this channel.
      const onMessage = ({ data }: MessageEvent): void => listener(data as Message);
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
    close: () => channel?.close(),
  };
}
