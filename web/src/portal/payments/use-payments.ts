/** The page of payments in the address. */
import { paymentsRead } from '../store/reads.ts';
import { FIRST_PAYMENTS } from '@quittance/contract/first-calls';
import { useAppSelector } from '../store/hooks.ts';
import { useRead } from '../store/use-read.ts';

export function usePayments(cursor: string | null) {
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const query = { ...FIRST_PAYMENTS, ...(cursor ? { cursor } : {}) };
  const page = useRead({
    read: paymentsRead,
    request: id && { route: 'transactions', params: { id }, query },
  });
  return {
    payments: page.value?.transactions ?? null,
    /** Shown while another page loads. */
    previous: page.previous?.transactions ?? null,
    nextCursor: page.value?.nextCursor ?? null,
    failure: page.failure,
    isLoading: page.isLoading,
    retry: page.again,
  };
}
