/** Who is calling, once it is known. Everything a use case may touch follows from this. */
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

export type Principal = LinkPrincipal;

/** The namespace of the caller's idempotency keys, and the actor in the audit trail. */
export function principalName(principal: Principal): string {
  return `link:${principal.linkId}`;
}
