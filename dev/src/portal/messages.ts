export const PORTAL_ROLES = ['web', 'worker'] as const;
export type PortalRole = (typeof PORTAL_ROLES)[number];

export type StartOrder = {
  kind: 'start';
  role: PortalRole;
  databaseUrl: string;
  isEmbedded: boolean;
  movedMs: number;
};

export type ToPortal = StartOrder | { kind: 'clock'; movedMs: number };

/** `clock` confirms that the process uses the new time from now on. */
export type FromPortal =
  | { kind: 'started' }
  | { kind: 'failed'; message: string }
  | { kind: 'clock'; movedMs: number };
