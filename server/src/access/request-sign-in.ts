/**
 * Queues a request for a sign-in mail. The customer is looked up later by a job, so that neither the
 * response nor its timing reveals whether a customer exists (R19).
 */
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { findCompanyByDomain } from '../storage/billing/companies.ts';
import { addToOutbox, SIGN_IN_REQUESTED } from '../storage/ops/outbox.ts';
import { hashToken, mintToken } from './secret-token.ts';
import type { SignInRequest } from './send-sign-in.ts';

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

export async function requestSignIn(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { domain, typed, id, nonce }: SignInRequestInput,
): Promise<void> {
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw companyNotFound();
  const { companyId } = company;
  const named = id === '-' ? null : id;
  const payload: SignInRequest = {
    typed: { text: typed || (named ?? ''), named },
    nonceHash: hashToken(nonce),
  };
  const entry = { companyId, topic: SIGN_IN_REQUESTED, payload, at: clock.now() };
  await database.inCompany({ companyId }, (tx) => addToOutbox(tx, entry));
}
