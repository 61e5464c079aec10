/** The brand of the company in the address, for the pages before a sign-in. */
import { brandRead } from '../store/company.ts';
import { useRead } from '../store/use-read.ts';

export function useBrand(company: string) {
  const { previous, failure, isLoading, again } = useRead({
    read: brandRead,
    request: { route: 'companyBrand', params: { company } },
    select: (state) => state.company.brand,
  });
  // After a sign-out the brand is still known, and its name never disappears.
  const name = previous?.domain === company ? previous.name : null;
  return { name, failure, isRetrying: isLoading, onRetry: again };
}
