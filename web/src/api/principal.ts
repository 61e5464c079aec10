/**
 * Who the browser is speaking for, held in memory only: neither a link's secret nor a bearer belongs
 * into the store, where developer tools would list them. Reading the cookie is the server's business.
 */

export type Principal =
  | { kind: 'anyone' }
  | { kind: 'link'; company: string; token: string }
  | { kind: 'customer'; domain: string; customerId: string; bearer: string };

export type PrincipalHolder = {
  current: () => Principal;
  become: (principal: Principal) => void;
  /** Resolves when somebody comes or goes. */
  untilChanged: () => Promise<void>;
};

export function createPrincipalHolder(): PrincipalHolder {
  let principal: Principal = { kind: 'anyone' };
  let waiting: (() => void)[] = [];
  return {
    current: () => principal,
    become: (next) => {
      principal = next;
      const told = waiting;
      waiting = [];
      for (const tell of told) tell();
    },
    untilChanged: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

/** The Authorization header for calls that need one: 'Link …' or 'Bearer …'. */
export function authorizationOf(principal: Principal): string | null {
  if (principal.kind === 'link') return `Link ${principal.token}`;
  if (principal.kind === 'customer') return `Bearer ${principal.bearer}`;
  return null;
}

/** The same customer, whatever bearer they show. */
export function isSameCustomer(before: Principal, now: Principal): boolean {
  if (before.kind !== 'customer' || now.kind !== 'customer') return false;
  return before.customerId === now.customerId && before.domain === now.domain;
}
