/**
 * Posts an event to a third-party server, without waiting for a response, without cookies and without a referrer.
 * Calls to our own API go through `client.ts`.
 */
export type PostEvent = (url: string, event: object) => void;

export function createPostEvent(fetch: typeof window.fetch): PostEvent {
  return (url, event) => {
    void fetch(url, {
      method: 'POST',
      // Plain text needs no CORS preflight.
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(event),
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined);
  };
}
