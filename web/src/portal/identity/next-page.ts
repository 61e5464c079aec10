/**
 * The page after sign-in: the invoice named in the address, the requested page if it belongs to this company, or a
 * page where something is due (R35). Prevents open redirects.
 */
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';

type SignInTarget = {
  wanted: string | null;
  /** From the query of the login page (product §2.3). */
  invoiceRef: string | null;
  isPaymentDue: boolean;
};

export const NO_TARGET = { wanted: null, invoiceRef: null } as const;

/** The company's first page is not a target, because a visitor without a target starts there. */
function isTarget(root: string, wanted: string): boolean {
  return wanted.startsWith(`${root}/`) && !wanted.startsWith(`${root}/auth`);
}

export function nextPage(company: string, target: SignInTarget): string {
  const { wanted, invoiceRef, isPaymentDue } = target;
  const root = hrefTo(PORTAL_PAGES.projects, { company });
  if (invoiceRef) return hrefTo(PORTAL_PAGES.invoice, { company, invoiceRef });
  if (wanted && isTarget(root, wanted) && !/[\\\s]/.test(wanted)) return wanted;
  return isPaymentDue ? hrefTo(PORTAL_PAGES.invoices, { company }) : root;
}
