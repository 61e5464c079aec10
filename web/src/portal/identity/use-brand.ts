/** The brand of the company in the address, for the pages before sign-in. */
import { useAppSelector } from '../store/hooks.ts';
import { brandRead, selectBrand, selectCompany } from '../store/reads.ts';
import { useRead } from '../store/use-read.ts';

export function useBrand(domain: string) {
  const { failure, isLoading, again } = useRead({
    read: brandRead,
    request: { route: 'companyBrand', params: { company: domain } },
  });
  // After a sign-out the brand is still loaded, so the company's name never disappears.
  const name = useAppSelector((state) => {
    const known = [selectBrand(state), selectCompany(state)];
    return known.find((brand) => brand?.domain === domain)?.name ?? null;
  });
  return { name, failure, isRetrying: isLoading, onRetry: again };
}
