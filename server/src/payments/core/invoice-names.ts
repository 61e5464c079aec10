/** Further invoices are listed only in the portal and on the receipt. */
const NAMED_MAX = 20;

export function invoiceNames(invoices: readonly { accountRef: string }[]) {
  const [first, ...others] = invoices.map(({ accountRef }) => accountRef);
  if (first === undefined) return { invoiceRef: null, invoiceRefs: null };
  if (others.length === 0) return { invoiceRef: first, invoiceRefs: null };
  const named = [first, ...others].slice(0, NAMED_MAX);
  const isCut = others.length >= NAMED_MAX;
  return { invoiceRef: null, invoiceRefs: [...named, ...(isCut ? ['…'] : [])].join(', ') };
}
