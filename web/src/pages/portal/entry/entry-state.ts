/** What the page of a sign-in link tells the login page it hands over to: that the link was dead. */

export const DEAD_LINK_STATE = { isLinkDead: true } as const;

export function isDeadLinkState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isLinkDead' in state;
}
