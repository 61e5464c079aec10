/**
 * Queues a request for a sign-in mail. The customer is looked up later by a job, so that neither the
 * response nor its timing reveals whether a customer exists (R19).
 */
import type { CompanyId } from '@quittance/contract/ids';
import { findCompanyByDomain } from '../companies/store.ts';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { addToOutbox, SIGN_IN_REQUESTED } from '../platform/events/outbox.ts';
import { hashToken, mintToken } from '../platform/sealing/secret-token.ts';
import { startGuesses } from './code-guesses.ts';
import { SIGN_IN_MS, type SignInRequest } from './send-sign-in.ts';

/** The client expects status 500 on these calls, and 404 on all others (R32). */
export function companyNotFound(): AppError {
  return new AppError('COMPANY_NOT_FOUND', { status: 500 });
}

const NONCE = /^[\w-]{43}$/;

/** The browser's nonce, or a new one: all mails requested in one browser open in that browser. */
export function nonceFor({ entropy }: Pick<Deps, 'entropy'>, cookie: string | null): string {
  return cookie && NONCE.test(cookie) ? cookie : mintToken(entropy.bytes);
}

export type SignInRequestInput = {
  domain: string;
  /** The login page's field: an email address, a phone number or a customer reference. */
  typed: string;
  /** Customer id or reference from the page's URL, '-' for none. */
  id: string;
  nonce: string;
};

type RequestDeps = Pick<Deps, 'database' | 'clock' | 'entropy'>;

/**
 * Starts the guesses at the code of the requested mail, before it is known whether there will be one. Returns
 * the id that the mail's tokens get.
 */
export async function startCodeGuesses(
  { database, clock, entropy }: RequestDeps,
  { companyId, nonceHash }: { companyId: CompanyId; nonceHash: string },
): Promise<string> {
  const requestId = entropy.uuid();
  const expiresAt = addMs(clock.now(), SIGN_IN_MS);
  await database.asSystem((tx) => startGuesses(tx, { companyId, nonceHash, requestId, expiresAt }));
  return requestId;
}

export async function requestSignIn(
  deps: RequestDeps,
  { domain, typed, id, nonce }: SignInRequestInput,
): Promise<void> {
  const { database, clock } = deps;
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw companyNotFound();
  const { companyId } = company;
  const named = id === '-' ? null : id;
  const nonceHash = hashToken(nonce);
  const payload: SignInRequest = {
    typed: { text: typed || (named ?? ''), named },
    nonceHash,
    requestId: await startCodeGuesses(deps, { companyId, nonceHash }),
  };
  const entry = { companyId, topic: SIGN_IN_REQUESTED, payload, at: clock.now() };
  await database.inCompany({ companyId }, (tx) => addToOutbox(tx, entry));
}
