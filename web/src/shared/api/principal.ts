/**
 * The principal of the API calls, in memory only. Neither a link's secret nor a bearer token belongs in the store,
 * where developer tools would list them.
 */

export type Principal =
  | { kind: 'anyone' }
  | { kind: 'link'; company: string; token: string }
  | { kind: 'customer'; domain: string; customerId: string; bearer: string };

export type PrincipalHolder = {
  current: () => Principal;
  become: (principal: Principal) => void;
  untilChanged: () => Promise<void>;
};

export function createPrincipalHolder(): PrincipalHolder {
  let principal: Principal = { kind: 'anyone' };
  let waiting: (() => void)[] = [];
  return {
    current: () => principal,
    become: (next) => {
      principal = next;
      const waiters = waiting;
      waiting = [];
      for (const resolve of waiters) resolve();
    },
    untilChanged: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

export function toAuthorization(principal: Principal): string | null {
  if (principal.kind === 'link') return `Link ${principal.token}`;
  if (principal.kind === 'customer') return `Bearer ${principal.bearer}`;
  return null;
}

/** Ignores the bearer token. */
export function isSameCustomer(before: Principal, now: Principal): boolean {
  if (before.kind !== 'customer' || now.kind !== 'customer') return false;
  return before.customerId === now.customerId && before.domain === now.domain;
}
