/** The invoices of a payment, as a mail names them. */

/** More are in the portal, and in the receipt. */
const NAMED_MAX = 20;

/** Of one invoice its reference, of several 'HD-2041, HD-2058, …'. */
export function invoiceNames(invoices: readonly { accountRef: string }[]) {
  const [first, ...others] = invoices.map(({ accountRef }) => accountRef);
  if (first === undefined) return { invoiceRef: null, invoiceRefs: null };
  if (others.length === 0) return { invoiceRef: first, invoiceRefs: null };
  const named = [first, ...others].slice(0, NAMED_MAX);
  const isCut = others.length >= NAMED_MAX;
  return { invoiceRef: null, invoiceRefs: [...named, ...(isCut ? ['…'] : [])].join(', ') };
}
