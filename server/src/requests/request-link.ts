/**
 * A payer with a paper invoice requests a link to it (R3). The request is queued in the outbox and the
 * response is always the same, as for sign-in. A request for an unknown company is dropped.
 */

import { findCompanyByTypedName } from '../companies/find-company.ts';
import { startCodeGuesses } from '../identity/request-sign-in.ts';
import type { Deps } from '../kernel/deps.ts';
import { addToOutbox, LINK_REQUESTED } from '../platform/events/outbox.ts';
import { hashToken } from '../platform/sealing/secret-token.ts';
import type { LinkRequest } from './send-link.ts';

export type LinkRequestInput = { company: string; reference: string; email: string; nonce: string };

export async function requestLink(
  deps: Pick<Deps, 'database' | 'clock' | 'entropy'>,
  { company, reference, email, nonce }: LinkRequestInput,
): Promise<void> {
  const { database, clock } = deps;
  const found = await findCompanyByTypedName(deps, company);
  if (!found) return;
  const { companyId } = found;
  const nonceHash = hashToken(nonce);
  const requestId = await startCodeGuesses(deps, { companyId, nonceHash });
  const payload: LinkRequest = { typed: { reference, email }, nonceHash, requestId };
  const entry = { companyId, topic: LINK_REQUESTED, payload, at: clock.now() };
  await database.inCompany({ companyId }, (tx) => addToOutbox(tx, entry));
}
