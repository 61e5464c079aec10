/** What a route answers about an unknown id. A malformed id gets the same answer. */
import type { ErrorCode } from '@quittance/contract/errors';
import type { RouteName } from '@quittance/contract/routes';
import type { Endpoint } from '@quittance/contract/routes/route';

const OF_INVOICES: ReadonlySet<RouteName> = new Set(['invoice', 'invoiceTransactions']);

export function notFoundCode(name: RouteName, { who }: Pick<Endpoint, 'who'>): ErrorCode {
  if (OF_INVOICES.has(name)) return 'ACCOUNT_NOT_FOUND';
  return who === 'payer' ? 'REQUEST_NOT_FOUND' : 'NOT_FOUND';
}
