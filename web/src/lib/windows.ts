/**
 * Word between the windows of one browser: who of them has signed in or out. Other windows hear it, the
 * one that speaks does not. What the news mean is decided in state/session.ts.
 */

const CHANNEL = 'quittance-session';

export type Windows<News> = {
  tell: (news: News) => void;
  /** The answer stops listening. */
  hear: (listener: (news: News) => void) => () => void;
};

/** Browsers without the channel follow at their next call instead. */
export function createWindows<News>(): Windows<News> & { close: () => void } {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;
  return {
    tell: (news) => channel?.postMessage(news),
    hear: (listener) => {
      // because only our own pages, of the same release or close to it, speak on this channel
      const onMessage = ({ data }: MessageEvent): void => listener(data as News);
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
    close: () => channel?.close(),
  };
}
