/**
 * The page of invoices in the address, and the balance, which only a first page carries: a visit that starts
 * on a later page reads it separately.
 */

import { type InvoicesQuery, balanceRead, invoicesRead } from '../store/reads.ts';
import { useAppSelector } from '../store/hooks.ts';
import { useRead } from '../store/use-read.ts';
import { invoicesRequest } from './invoice-list-query.ts';

export function useInvoices(query: InvoicesQuery) {
  const customerId = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const page = useRead({
    read: invoicesRead,
    request: customerId && invoicesRequest(customerId, query),
  });
  const needsBalance = query.cursor !== undefined && !page.previous?.summary;
  const balance = useRead({
    read: balanceRead,
    request: customerId && needsBalance ? invoicesRequest(customerId, { limit: 1 }) : null,
  });
  return {
    invoices: page.value?.accounts ?? null,
    /** Shown while another page or search loads. */
    previous: page.previous?.accounts ?? null,
    summary: page.previous?.summary ?? balance.previous?.summary ?? null,
    balance,
    nextCursor: page.value?.nextCursor ?? null,
    failure: page.failure,
    isLoading: page.isLoading,
    retry: page.again,
  };
}
