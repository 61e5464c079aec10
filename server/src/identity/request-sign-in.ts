/**
 * Queues a request for a sign-in email in either realm. A job looks up the owner later, so that neither the
 * response nor its timing reveals whether one exists (R19).
 */
import { MINUTE_MS } from '@quittance/contract/durations';
import type { CompanyId } from '@quittance/contract/ids';
import { z } from 'zod';
import { findCompanyByDomain } from '../companies/store.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { addToOutbox, type LINK_REQUESTED, SIGN_IN_REQUESTED } from '../platform/events/outbox.ts';
import { hashToken, mintToken } from '../platform/sealing/secret-token.ts';
import { startGuesses } from './code-guesses.ts';

export const SIGN_IN_MS = 10 * MINUTE_MS;

export const REQUESTER = { nonceHash: z.string(), requestId: z.string() } as const;

export const signInRequestSchema = z.union([
  z.object({ isStaff: z.literal(true), typed: z.object({ email: z.string() }), ...REQUESTER }),
  z.object({
    isStaff: z.literal(false).default(false),
    typed: z.object({ text: z.string(), named: z.string().nullable() }),
    ...REQUESTER,
  }),
]);
export type SignInRequest = z.infer<typeof signInRequestSchema>;

/** The client expects status 500 on these calls, and 404 on all others (R32). */
export function companyNotFound(): AppError {
  return new AppError('COMPANY_NOT_FOUND', { status: 500 });
}

const NONCE = /^[\w-]{43}$/;

/** Returns the browser's nonce or a new one. All emails requested in one browser can be opened in that browser. */
export function nonceFor({ entropy }: Pick<Deps, 'entropy'>, cookie: string | null): string {
  return cookie && NONCE.test(cookie) ? cookie : mintToken(entropy.bytes);
}

type RequestDeps = Pick<Deps, 'database' | 'clock' | 'entropy'>;

type MailRequest = {
  companyId: CompanyId;
  nonce: string;
  topic: typeof SIGN_IN_REQUESTED | typeof LINK_REQUESTED;
  payload: { isStaff?: true; typed: Readonly<Record<string, string | null>> };
};

/** Guesses at the code are counted even before it is known whether an email will be sent. */
export async function queueMailRequest(
  { database, clock, entropy }: RequestDeps,
  { companyId, nonce, topic, payload }: MailRequest,
): Promise<void> {
  const requester = { nonceHash: hashToken(nonce), requestId: entropy.uuid() };
  const at = clock.now();
  const guesses = { companyId, ...requester, expiresAt: addMs(at, SIGN_IN_MS) };
  await database.asSystem((tx) => startGuesses(tx, guesses));
  const entry = { companyId, topic, payload: { ...payload, ...requester }, at };
  await database.inCompany({ companyId }, (tx) => addToOutbox(tx, entry));
}

export type SignInRequestInput = {
  domain: string;
  typed: string;
  /** Customer id or reference from the page's URL, '-' for none. */
  id: string;
  nonce: string;
};

export async function requestSignIn(
  deps: RequestDeps,
  { domain, typed, id, nonce }: SignInRequestInput,
): Promise<void> {
  const company = await deps.database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw companyNotFound();
  const { companyId } = company;
  const named = id === '-' ? null : id;
  const payload = { typed: { text: typed || (named ?? ''), named } };
  await queueMailRequest(deps, { companyId, nonce, topic: SIGN_IN_REQUESTED, payload });
}

/**
 * Does nothing for an unknown company. This reveals nothing, since the public portals already show which companies
 * exist.
 */
export async function requestStaffSignIn(
  deps: RequestDeps,
  { domain, email, nonce }: { domain: string; email: string; nonce: string },
): Promise<void> {
  const company = await deps.database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) return;
  const { companyId } = company;
  const payload = { isStaff: true, typed: { email } } as const;
  await queueMailRequest(deps, { companyId, nonce, topic: SIGN_IN_REQUESTED, payload });
}
