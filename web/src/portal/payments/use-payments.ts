/** The page of payments in the address. */
import { FIRST_PAYMENTS } from '@quittance/contract/first-calls';
import { useAppSelector } from '../store/hooks.ts';
import { paymentsRead } from '../store/payments.ts';
import { useRead } from '../store/use-read.ts';

export function usePayments(cursor: string | null) {
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const query = { ...FIRST_PAYMENTS, ...(cursor ? { cursor } : {}) };
  const page = useRead({
    read: paymentsRead,
    request: id && { route: 'transactions', params: { id }, query },
    select: ({ payments }) => payments.payments,
  });
  const nextCursor = useAppSelector(({ payments }) => payments.nextCursor);
  return {
    payments: page.value,
    /** Shown while another page loads. */
    previous: page.previous,
    nextCursor: page.value ? nextCursor : null,
    failure: page.failure,
    isLoading: page.isLoading,
    retry: page.again,
  };
}
