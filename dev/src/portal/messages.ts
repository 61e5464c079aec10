/** The messages between the development program and its portal processes. */

export const PORTAL_ROLES = ['web', 'worker'] as const;
export type PortalRole = (typeof PORTAL_ROLES)[number];

/** The database, once it is running, and the portal's time. */
export type StartOrder = {
  kind: 'start';
  role: PortalRole;
  databaseUrl: string;
  isEmbedded: boolean;
  movedMs: number;
};

export type ToPortal = StartOrder | { kind: 'clock'; movedMs: number };

/** The clock message confirms that the process uses the new time from then on. */
export type FromPortal =
  | { kind: 'started' }
  | { kind: 'failed'; message: string }
  | { kind: 'clock'; movedMs: number };
