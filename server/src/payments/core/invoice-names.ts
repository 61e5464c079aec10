/** Names the invoices of a payment in an email. */

/** The portal and the receipt list the rest. */
const NAMED_MAX = 20;

/** Returns the reference of a single invoice, or a list such as 'HD-2041, HD-2058, …' for several. */
export function invoiceNames(invoices: readonly { accountRef: string }[]) {
  const [first, ...others] = invoices.map(({ accountRef }) => accountRef);
  if (first === undefined) return { invoiceRef: null, invoiceRefs: null };
  if (others.length === 0) return { invoiceRef: first, invoiceRefs: null };
  const named = [first, ...others].slice(0, NAMED_MAX);
  const isCut = others.length >= NAMED_MAX;
  return { invoiceRef: null, invoiceRefs: [...named, ...(isCut ? ['…'] : [])].join(', ') };
}
