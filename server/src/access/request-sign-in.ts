/**
 * Somebody asks for a sign-in mail. The wish is written down and answered, and who it was, if anybody,
 * is found out later: so neither the answer nor its time tells whether a customer exists (R19).
 */
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { findCompanyByDomain } from '../storage/billing/companies.ts';
import { addToOutbox, SIGN_IN_REQUESTED } from '../storage/ops/outbox.ts';
import { hashToken, mintToken } from './secret-token.ts';
import type { SignInWish } from './send-sign-in.ts';

/** The client expects a server's error here, and everywhere else a 404 (R32). */
export function companyNotFound(): AppError {
  return new AppError('COMPANY_NOT_FOUND', { status: 500 });
}

const NONCE = /^[\w-]{43}$/;

/** The browser's nonce, or a new one: several mails asked for in one browser all open there. */
export function nonceFor({ entropy }: Pick<Deps, 'entropy'>, cookie: string | null): string {
  return cookie && NONCE.test(cookie) ? cookie : mintToken(entropy.bytes);
}

export type SignInQuestion = {
  domain: string;
  /** The login page's field: an e-mail address, a phone number or a customer reference. */
  typed: string;
  /** Customer id or reference from the page's address, '-' for none. */
  id: string;
  nonce: string;
};

export async function askForSignIn(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { domain, typed, id, nonce }: SignInQuestion,
): Promise<void> {
  const company = await database.asSystem((tx) => findCompanyByDomain(tx, domain));
  if (!company) throw companyNotFound();
  const { companyId } = company;
  const named = id === '-' ? null : id;
  const payload: SignInWish = {
    typed: { text: typed || (named ?? ''), named },
    nonceHash: hashToken(nonce),
  };
  const entry = { companyId, topic: SIGN_IN_REQUESTED, payload, at: clock.now() };
  await database.inCompany({ companyId }, (tx) => addToOutbox(tx, entry));
}
