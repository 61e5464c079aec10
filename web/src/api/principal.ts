/**
 * Who the browser is speaking for, held in memory only: neither a link's secret nor a bearer belongs
 * into the store, where developer tools would list them. Reading the cookie is the server's business.
 */

export type Principal =
  | { kind: 'anyone' }
  | { kind: 'link'; company: string; token: string }
  | { kind: 'customer'; domain: string; bearer: string };

export type PrincipalHolder = {
  current: () => Principal;
  become: (principal: Principal) => void;
};

export function createPrincipalHolder(): PrincipalHolder {
  let principal: Principal = { kind: 'anyone' };
  return {
    current: () => principal,
    become: (next) => {
      principal = next;
    },
  };
}

/** The Authorization header for calls that need one: 'Link …' or 'Bearer …'. */
export function authorizationOf(principal: Principal): string | null {
  if (principal.kind === 'link') return `Link ${principal.token}`;
  if (principal.kind === 'customer') return `Bearer ${principal.bearer}`;
  return null;
}
