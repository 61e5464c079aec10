/**
 * All rate limits (R23). They cannot be switched off. A factor raises them where many users share one IP, such as
 * in a demo or in browser tests.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@quittance/contract/durations';

export type RateLimit = { count: number; windowMs: number };

const REQUEST_LIMITS = {
  /** Reads without a session, per client IP. */
  publicReads: { count: 60, windowMs: MINUTE_MS },
  /** Requests with an unknown link, per client IP. */
  unknownLinks: { count: 10, windowMs: 10 * MINUTE_MS },
  /** Failed sign-ins by token or code, per client IP. */
  signIns: { count: 10, windowMs: 10 * MINUTE_MS },
  /**
   * Wrong codes, per company and in total. Once the limit is reached, a link still signs in the browser that
   * requested it.
   */
  codesPerCompany: { count: 300, windowMs: 10 * MINUTE_MS },
  codesInAll: { count: 1000, windowMs: 10 * MINUTE_MS },
  /** Calls with an invalid bearer token or session cookie, per client IP. */
  unknownSessions: { count: 100, windowMs: 10 * MINUTE_MS },
  /** Requested emails, per client IP. */
  mailRequests: { count: 10, windowMs: HOUR_MS },
  /** Requested emails with the same typed text, whether or not it matches a customer. */
  mailsPerText: { count: 3, windowMs: 15 * MINUTE_MS },
  /** Emails with a link or code, per customer and per mailbox, regardless of how they were requested. */
  mailsPerCustomer: { count: 3, windowMs: 15 * MINUTE_MS },
  mailsPerMailbox: { count: 20, windowMs: DAY_MS },
  /**
   * The same emails per company and in total, so that many browsers and IP addresses together cannot trigger mass
   * mailings.
   */
  mailsPerCompany: { count: 500, windowMs: HOUR_MS },
  mailsInAll: { count: 2000, windowMs: HOUR_MS },
  errorReports: { count: 5, windowMs: MINUTE_MS },
  /** Sessions for the processor's fields, per caller. Each creates an object at the processor. */
  fieldSessions: { count: 30, windowMs: 10 * MINUTE_MS },
  /** Changes to names and contacts, per caller. */
  profileChanges: { count: 30, windowMs: 10 * MINUTE_MS },
  /** Questions and disputes, per caller. */
  inquiries: { count: 5, windowMs: HOUR_MS },
  /** Address suggestions, per caller. The service may charge for each. */
  placeLookups: { count: 120, windowMs: 10 * MINUTE_MS },
  /** Webhooks, per processor and company. The processor retries refused webhooks. */
  webhooks: { count: 50, windowMs: SECOND_MS },
  /** Calls by a company's own systems, per API key. */
  providerCalls: { count: 1200, windowMs: MINUTE_MS },
  /**
   * All API keys of a company together. Staff members are limited individually, because they may have to revoke a
   * key.
   */
  providerCallsPerCompany: { count: 6000, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

export type RequestLimitName = keyof typeof REQUEST_LIMITS;

/**
 * Counted in memory and written in batches (batched-counters.ts), because these limits protect capacity, not
 * secrets.
 */
export const BATCHED_LIMITS: ReadonlySet<RequestLimitName> = new Set([
  'publicReads',
  'unknownLinks',
  'webhooks',
  'providerCalls',
  'providerCallsPerCompany',
]);

// The cast is needed because `keys()` widens the union to string.
export const REQUEST_LIMIT_NAMES = Object.keys(REQUEST_LIMITS) as RequestLimitName[];

export type Limits = Record<RequestLimitName, RateLimit> & {
  /** Payment attempts through one link, not counting successful ones. */
  linkAttempts: RateLimit;
  /** This many refusals lock a link for `linkLockMs`. */
  linkRefusals: RateLimit;
  linkLockMs: number;
  /**
   * Cards typed by holders of one link, except those that paid. A card that is typed again counts again, because its
   * number is not known here.
   */
  linkCards: RateLimit;
  /** Payment attempts of one customer, except successful ones. */
  customerAttempts: RateLimit;
  ipRefusals: RateLimit;
  requestIntents: RateLimit;
  /** Bulk emails (ADR 0072). Emails beyond the limit are sent later. */
  bulkMailsPerCompany: RateLimit;
  bulkMailsInAll: RateLimit;
  /**
   * If there are more attempts than this and more than `refusedInTen` out of ten are refused, payers with a link
   * must sign in.
   */
  companyCircuit: RateLimit & { refusedInTen: number };
};

export const STRICT_LIMITS: Limits = {
  ...REQUEST_LIMITS,
  linkAttempts: { count: 5, windowMs: 10 * MINUTE_MS },
  linkRefusals: { count: 3, windowMs: HOUR_MS },
  linkLockMs: DAY_MS,
  linkCards: { count: 3, windowMs: DAY_MS },
  customerAttempts: { count: 5, windowMs: HOUR_MS },
  ipRefusals: { count: 10, windowMs: HOUR_MS },
  requestIntents: { count: 5, windowMs: 10 * MINUTE_MS },
  bulkMailsPerCompany: { count: 2000, windowMs: HOUR_MS },
  bulkMailsInAll: { count: 10_000, windowMs: HOUR_MS },
  companyCircuit: { count: 50, windowMs: 10 * MINUTE_MS, refusedInTen: 6 },
};

/** The caps of an instance depend on its mail server. */
export function withMailCaps(
  limits: Limits,
  caps: { perCompany: number; inAll: number; signIns: number },
): Limits {
  return {
    ...limits,
    bulkMailsPerCompany: { ...limits.bulkMailsPerCompany, count: caps.perCompany },
    bulkMailsInAll: { ...limits.bulkMailsInAll, count: caps.inAll },
    mailsInAll: { ...limits.mailsInAll, count: caps.signIns },
  };
}

export function raisedLimits(factor: number): Limits {
  const raise = <Limit extends RateLimit>(limit: Limit): Limit => ({
    ...limit,
    count: limit.count * factor,
  });
  const { linkLockMs, companyCircuit, ...others } = STRICT_LIMITS;
  const raised = Object.entries(others).map(([name, limit]) => [name, raise(limit)]);
  return {
    // The cast is needed because `fromEntries()` widens the names to string.
    ...(Object.fromEntries(raised) as Omit<Limits, 'linkLockMs' | 'companyCircuit'>),
    linkLockMs,
    companyCircuit: raise(companyCircuit),
  };
}
