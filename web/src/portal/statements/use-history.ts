/** The page of the history in the address. */

import { historyRead } from '../store/reads.ts';
import { useAppSelector } from '../store/hooks.ts';
import { useRead } from '../store/use-read.ts';

const LIMIT = 25;

export function useHistory(cursor: string | null) {
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const query = { limit: LIMIT, ...(cursor ? { cursor } : {}) };
  return useRead({
    read: historyRead,
    request: id && { route: 'history', params: { id }, query },
  });
}
