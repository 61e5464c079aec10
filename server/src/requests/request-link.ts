/**
 * A payer with a paper invoice requests a link to it (R3). The request is queued in the outbox, and the response is
 * always the same, as for sign-in. A request for an unknown company is dropped.
 */

import { findCompanyByTypedName } from '../companies/find-company.ts';
import { queueMailRequest } from '../identity/request-sign-in.ts';
import type { Deps } from '../kernel/deps.ts';
import { LINK_REQUESTED } from '../platform/events/outbox.ts';

export type LinkRequestInput = { company: string; reference: string; email: string; nonce: string };

export async function requestLink(
  deps: Pick<Deps, 'database' | 'clock' | 'entropy'>,
  { company, reference, email, nonce }: LinkRequestInput,
): Promise<void> {
  const found = await findCompanyByTypedName(deps, company);
  if (!found) return;
  const { companyId } = found;
  const payload = { typed: { reference, email } };
  await queueMailRequest(deps, { companyId, nonce, topic: LINK_REQUESTED, payload });
}
