/**
 * The page of invoices in the address, and the balance, which only a first page carries: a visit that starts
 * on a later page reads it separately.
 */

import { useAppSelector } from '../store/hooks.ts';
import { balanceRead, type InvoicesQuery, invoicesRead } from '../store/invoices.ts';
import { useRead } from '../store/use-read.ts';
import { invoicesRequest } from './invoice-list-query.ts';

export function useInvoices(query: InvoicesQuery) {
  const customerId = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const page = useRead({
    read: invoicesRead,
    request: customerId && invoicesRequest(customerId, query),
    select: ({ invoices }) => invoices.list,
  });
  const { summary, nextCursor } = useAppSelector(({ invoices }) => invoices);
  const needsBalance = query.cursor !== undefined && summary === null;
  const balance = useRead({
    read: balanceRead,
    request: customerId && needsBalance ? invoicesRequest(customerId, { limit: 1 }) : null,
    select: () => null,
  });
  return {
    invoices: page.value,
    /** Shown while another page or search loads. */
    previous: page.previous,
    summary,
    balance,
    nextCursor: page.value ? nextCursor : null,
    failure: page.failure,
    isLoading: page.isLoading,
    retry: page.again,
  };
}
