/**
 * Messages between the windows of one browser. The sending window does not receive its own. What they mean
 * is decided in state/session/session.ts.
 */

const CHANNEL = 'quittance-session';

export type WindowChannel<Message> = {
  post: (message: Message) => void;
  /** Returns the unsubscribe function. */
  subscribe: (listener: (message: Message) => void) => () => void;
  close: () => void;
};

/** Browsers without BroadcastChannel notice a change at their next API call. */
export function createWindowChannel<Message>(): WindowChannel<Message> {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;
  return {
    post: (message) => channel?.postMessage(message),
    subscribe: (listener) => {
      // because only our own pages, of the same or an adjacent release, post to this channel
      const onMessage = ({ data }: MessageEvent): void => listener(data as Message);
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
    close: () => channel?.close(),
  };
}
