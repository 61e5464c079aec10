/** Who is calling, once it is known. Everything a use case may touch follows from this. */
import type { Instant } from '@quittance/contract/dates';
import type { CompanyId, CustomerId, RequestId } from '@quittance/contract/ids';

/** Whoever holds a public link: one company, one request, nothing else (R4). */
export type LinkPrincipal = {
  kind: 'link';
  linkId: string;
  companyId: CompanyId;
  customerId: CustomerId;
  requestId: RequestId;
  mayPay: boolean;
};

/** A signed-in customer: everything of theirs at one company (R20). */
export type CustomerPrincipal = {
  kind: 'customer';
  sessionId: string;
  companyId: CompanyId;
  customerId: CustomerId;
  /** When they proved who they are; some changes want that to be recent. */
  signedInAt: Instant;
};

export type Principal = LinkPrincipal | CustomerPrincipal;

/** The namespace of the caller's idempotency keys, and the actor in the audit trail. */
export function principalName(principal: Principal): string {
  return principal.kind === 'link'
    ? `link:${principal.linkId}`
    : `customer:${principal.customerId}`;
}

/**
 * Whether the caller may pay this request at all. A link names its request; of a customer's requests
 * the query decides, which sees no others.
 */
export function mayPay(principal: Principal, requestId: RequestId): boolean {
  return principal.kind === 'customer' || (principal.mayPay && principal.requestId === requestId);
}

/** Whether the caller may look at this request; as above for the customer's own. */
export function maySee(principal: Principal, requestId: RequestId): boolean {
  return principal.kind === 'customer' || principal.requestId === requestId;
}
