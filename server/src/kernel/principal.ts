import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, RequestId } from '@quittance/contract/ids';

/** The holder of a public link: one request of one company (R4). */
export type LinkPrincipal = {
  kind: 'link';
  linkId: string;
  companyId: CompanyId;
  customerId: CustomerId;
  requestId: RequestId;
  mayPay: boolean;
  /**
   * The link repairs one failed charge. Its holder can pay, even with the charge's saved method (R86), but cannot
   * arrange anything for later (ADR 0093).
   */
  isRecovery?: boolean;
  /** A demo company is read-only (R51). */
  isDemo: boolean;
};

/** A signed-in customer, with access to all of their own data at one company (R20). */
export type CustomerPrincipal = {
  kind: 'customer';
  sessionId: string;
  companyId: CompanyId;
  customerId: CustomerId;
  /** Some changes require a recent sign-in. */
  signedInAt: Instant;
  /** A demo company is read-only (R51). */
  isDemo: boolean;
};

export type Principal = LinkPrincipal | CustomerPrincipal;

/** The namespace of the caller's idempotency keys, and the actor in the audit trail. */
export function principalName(principal: Principal): string {
  return principal.kind === 'link'
    ? `link:${principal.linkId}`
    : `customer:${principal.customerId}`;
}

/**
 * A link is bound to its request. A customer's queries are scoped to the customer, so any request that is found
 * belongs to the customer.
 */
export function mayPay(principal: Principal, requestId: RequestId): boolean {
  return principal.kind === 'customer' || (principal.mayPay && principal.requestId === requestId);
}

export function mayArrange(principal: Principal): boolean {
  return principal.kind === 'customer' || principal.isRecovery !== true;
}

/** For customers, see `mayPay`. */
export function maySee(principal: Principal, requestId: RequestId): boolean {
  return principal.kind === 'customer' || principal.requestId === requestId;
}
