/**
 * A payer with a paper invoice asks for a link to it (R3). As with signing in, the wish is written down
 * and the answer is always the same; a company that nobody has is forgotten at once.
 */
import type { Deps } from '../deps.ts';
import { addToOutbox, LINK_REQUESTED } from '../storage/ops/outbox.ts';
import { findMeantCompany } from './find-company.ts';
import { hashToken } from './secret-token.ts';
import type { LinkWish } from './send-link.ts';

export type LinkQuestion = { company: string; reference: string; email: string; nonce: string };

export async function askForLink(
  deps: Pick<Deps, 'database' | 'clock'>,
  { company, reference, email, nonce }: LinkQuestion,
): Promise<void> {
  const { database, clock } = deps;
  const found = await findMeantCompany(deps, company);
  if (!found) return;
  const { companyId } = found;
  const payload: LinkWish = { typed: { reference, email }, nonceHash: hashToken(nonce) };
  const entry = { companyId, topic: LINK_REQUESTED, payload, at: clock.now() };
  await database.inCompany({ companyId }, (tx) => addToOutbox(tx, entry));
}
