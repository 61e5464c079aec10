/** Navigation state from the sign-in link page to the login page: the link has expired. */

export const DEAD_LINK_STATE = { isLinkDead: true } as const;

export function isDeadLinkState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isLinkDead' in state;
}
