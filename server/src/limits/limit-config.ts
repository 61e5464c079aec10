/**
 * The figures of every limit (R23), in one place. They are never switched off; where many people share
 * one address on purpose (a demonstration, browser tests) they are raised by one factor.
 */
export type Figure = { count: number; windowMs: number };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What is counted per request, by the counters. */
const REQUEST_FIGURES = {
  /** Reads that need no session, per address. */
  publicReads: { count: 60, windowMs: MINUTE_MS },
  /** Links that lead nowhere, per address. */
  unknownLinks: { count: 10, windowMs: 10 * MINUTE_MS },
  /** Mailed tokens and codes that did not open, per address. */
  signIns: { count: 10, windowMs: 10 * MINUTE_MS },
  /** Mails asked for, per address of the connection. */
  mailWishes: { count: 10, windowMs: HOUR_MS },
  /** Mails asked for with the same typed text, whether or not it is anybody's. */
  mailsPerText: { count: 3, windowMs: 15 * MINUTE_MS },
  /** Mails with a way in, per customer and per mailbox, however they were asked for. */
  mailsPerCustomer: { count: 3, windowMs: 15 * MINUTE_MS },
  mailsPerMailbox: { count: 20, windowMs: DAY_MS },
  errorReports: { count: 5, windowMs: MINUTE_MS },
  /** Sessions for a processor's fields, each of which is an object at the processor; per caller. */
  fieldSessions: { count: 30, windowMs: 10 * MINUTE_MS },
  /** Changes of names and contacts, per caller. */
  profileChanges: { count: 30, windowMs: 10 * MINUTE_MS },
  /** Addresses looked up while they are typed, each of which may cost money; per caller. */
  placeLookups: { count: 120, windowMs: 10 * MINUTE_MS },
  /** Per processor and company; the processor sends again what was refused. */
  webhooks: { count: 50, windowMs: SECOND_MS },
} as const satisfies Record<string, Figure>;

export type RequestFigure = keyof typeof REQUEST_FIGURES;

// because keys() forgets the union
export const REQUEST_FIGURE_NAMES = Object.keys(REQUEST_FIGURES) as RequestFigure[];

export type Limits = Record<RequestFigure, Figure> & {
  /** Payments tried through one link, successful ones aside. */
  linkTries: Figure;
  /** So many refusals lock a link, for so long. */
  linkRefusals: Figure;
  linkLockMs: number;
  customerRefusals: Figure;
  addressRefusals: Figure;
  /** More tries than this, of which more than so many in ten were refused: links must sign in. */
  companyCircuit: Figure & { refusedInTen: number };
};

export const STRICT_LIMITS: Limits = {
  ...REQUEST_FIGURES,
  linkTries: { count: 5, windowMs: 10 * MINUTE_MS },
  linkRefusals: { count: 3, windowMs: HOUR_MS },
  linkLockMs: DAY_MS,
  customerRefusals: { count: 5, windowMs: HOUR_MS },
  addressRefusals: { count: 10, windowMs: HOUR_MS },
  companyCircuit: { count: 50, windowMs: 10 * MINUTE_MS, refusedInTen: 6 },
};

/** The same limits, all counts raised. */
export function raisedLimits(factor: number): Limits {
  const raise = <Each extends Figure>(figure: Each): Each => ({
    ...figure,
    count: figure.count * factor,
  });
  const { linkLockMs, companyCircuit, ...figures } = STRICT_LIMITS;
  const raised = Object.entries(figures).map(([name, figure]) => [name, raise(figure)]);
  return {
    // because fromEntries() forgets the names it was given
    ...(Object.fromEntries(raised) as Omit<Limits, 'linkLockMs' | 'companyCircuit'>),
    linkLockMs,
    companyCircuit: raise(companyCircuit),
  };
}
