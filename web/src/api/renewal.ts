/**
 * Getting a fresh bearer from the session's cookie (R20): a bearer lives ten minutes, a session longer.
 * Once for all who wait. Decides nothing about a session that has ended; it only says so.
 */
import type { AnswerOf } from '@quittance/contract/routes';
import { pathTo } from '@quittance/contract/routes/route';
import { ADDRESSES } from './endpoints.ts';
import { isSameCustomer, type PrincipalHolder } from './principal.ts';

/** `ended`: the server says so, or the cookie is somebody else's by now. `unknown`: it said nothing. */
export type Renewal = 'renewed' | 'ended' | 'unknown';

type RenewalParts = { fetch: typeof globalThis.fetch; principal: PrincipalHolder };

export function createRenewal({ fetch, principal }: RenewalParts): () => Promise<Renewal> {
  let running: Promise<Renewal> | null = null;
  const renew = async (): Promise<Renewal> => {
    const before = principal.current();
    if (before.kind !== 'customer') return 'unknown';
    const query = new URLSearchParams({ domain: before.domain });
    const response = await fetch(`${pathTo(ADDRESSES.signIn.path)}?${query}`, {
      cache: 'no-store',
    });
    // Somebody has signed in or out meanwhile: their bearer is newer than this answer.
    if (principal.current() !== before)
      return isSameCustomer(before, principal.current()) ? 'renewed' : 'unknown';
    if (!response.ok) return response.status === 401 ? 'ended' : 'unknown';
    // because the server serialises every answer through the schema this type is inferred from
    const { token, customerId } = (await response.json()) as AnswerOf<'signIn'>;
    if (customerId !== before.customerId) return 'ended';
    principal.become({ ...before, bearer: token });
    return 'renewed';
  };
  return () => {
    running ??= renew()
      .catch(() => 'unknown' as const)
      .finally(() => {
        running = null;
      });
    return running;
  };
}
