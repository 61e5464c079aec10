/** The authenticated caller. What a use case may access follows from it. */
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
  /** It repairs one failed charge: pays, also with its saved method (R86), and arranges nothing for later (ADR 0093). */
  isRecovery?: boolean;
  /** The company is a demo, which is only looked at (R51). */
  isDemo: boolean;
};

/** A signed-in customer: everything of theirs at one company (R20). */
export type CustomerPrincipal = {
  kind: 'customer';
  sessionId: string;
  companyId: CompanyId;
  customerId: CustomerId;
  /** Some changes require a recent sign-in. */
  signedInAt: Instant;
  /** As of a link. */
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
 * Whether the caller may pay this request. A link is bound to its request; a customer's queries are scoped to
 * the customer, so any request found is theirs.
 */
export function mayPay(principal: Principal, requestId: RequestId): boolean {
  return principal.kind === 'customer' || (principal.mayPay && principal.requestId === requestId);
}

/** Whether the caller may schedule a payment or start a plan. */
export function mayArrange(principal: Principal): boolean {
  return principal.kind === 'customer' || principal.isRecovery !== true;
}

/** Whether the caller may read this request; for a customer as in `mayPay`. */
export function maySee(principal: Principal, requestId: RequestId): boolean {
  return principal.kind === 'customer' || principal.requestId === requestId;
}
