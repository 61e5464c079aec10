/**
 * Renews the bearer from the session cookie (R20): a bearer lives ten minutes, a session longer. Concurrent
 * callers share one request. What to do about an ended session is up to the caller.
 */
import { ENDPOINTS } from '@quittance/contract/http/endpoints';
import { pathTo } from '@quittance/contract/http/portal-route';
import type { AnswerOf } from '@quittance/contract/portal-routes';
import { isSameCustomer, type PrincipalHolder } from './principal.ts';

/** `ended`: the server refused, or the cookie belongs to another customer now. `unknown`: no answer. */
export type Renewal = 'renewed' | 'ended' | 'unknown';

type RenewalParts = { fetch: typeof globalThis.fetch; principal: PrincipalHolder };

export function createRenewal({ fetch, principal }: RenewalParts): () => Promise<Renewal> {
  let running: Promise<Renewal> | null = null;
  const renew = async (): Promise<Renewal> => {
    const before = principal.current();
    if (before.kind !== 'customer') return 'unknown';
    const query = new URLSearchParams({ domain: before.domain });
    const response = await fetch(`${pathTo(ENDPOINTS.signIn.path)}?${query}`, {
      cache: 'no-store',
    });
    // A sign-in or sign-out happened meanwhile: its bearer is newer than this answer.
    if (principal.current() !== before)
      return isSameCustomer(before, principal.current()) ? 'renewed' : 'unknown';
    if (!response.ok) return response.status === 401 ? 'ended' : 'unknown';
    // because the server serializes every answer through the schema this type is inferred from
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
