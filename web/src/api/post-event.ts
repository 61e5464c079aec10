/**
 * Tells somebody else's server something, once and without waiting for an answer. Neither cookies nor the
 * address of our page go along. Not for our own server: that is what the client is for.
 */
export type PostEvent = (url: string, event: object) => void;

export function createPostEvent(fetch: typeof window.fetch): PostEvent {
  return (url, event) => {
    void fetch(url, {
      method: 'POST',
      // Plain text needs no question beforehand.
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(event),
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined);
  };
}
