/** The page of the statement in the address. */
import { statementRead } from '../store/reads.ts';
import type { IsoDate } from '@quittance/contract/dates';
import { useAppSelector } from '../store/hooks.ts';
import { useRead } from '../store/use-read.ts';

/** Lines of a page: enough to scan, few enough to render at once. */
const LIMIT = 50;

export type StatementQuery = { from: IsoDate | null; to: IsoDate | null; cursor: string | null };

export function useStatement({ from, to, cursor }: StatementQuery) {
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const query = {
    limit: LIMIT,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(cursor ? { cursor } : {}),
  };
  return useRead({
    read: statementRead,
    request: id && { route: 'statement', params: { id }, query },
  });
}
