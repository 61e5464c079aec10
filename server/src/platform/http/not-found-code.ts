/** What a route answers about an unknown id. A malformed id gets the same answer. */
import type { ErrorCode } from '@quittance/contract/errors';
import type { Endpoint } from '@quittance/contract/http/portal-route';
import type { RouteName } from '@quittance/contract/portal-routes';

const OF_INVOICES: ReadonlySet<RouteName> = new Set(['invoice', 'invoiceTransactions']);

export function notFoundCode(name: RouteName, { who }: Pick<Endpoint, 'who'>): ErrorCode {
  if (OF_INVOICES.has(name)) return 'ACCOUNT_NOT_FOUND';
  return who === 'payer' ? 'REQUEST_NOT_FOUND' : 'NOT_FOUND';
}
