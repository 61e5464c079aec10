/** What the development program and its portal processes tell each other. */

export const PORTAL_ROLES = ['web', 'worker'] as const;
export type PortalRole = (typeof PORTAL_ROLES)[number];

/** The database, once it runs, and the portal's time. */
export type StartOrder = {
  kind: 'start';
  role: PortalRole;
  databaseUrl: string;
  isEmbedded: boolean;
  movedMs: number;
};

export type ToPortal = StartOrder | { kind: 'clock'; movedMs: number };

/** The clock is confirmed: from then on the process works by the new time. */
export type FromPortal =
  | { kind: 'started' }
  | { kind: 'failed'; message: string }
  | { kind: 'clock'; movedMs: number };
