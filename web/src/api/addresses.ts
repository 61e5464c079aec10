/**
 * Where each call of the browser goes: the route table of the contract without its validators, which
 * would cost the first paint 27 kB. Every row is typed as the literal of the contract's row, so a
 * path, verb or caller that differs from the server's does not compile.
 */
import type { RouteName, Routes } from '@quittance/contract/routes';

type AddressOf<Name extends RouteName> = Pick<Routes[Name], 'method' | 'path' | 'who'>;

export const ADDRESSES = {
  signIn: { method: 'GET', path: '/{product}/debtor/auth', who: 'anyone' },
  publicCompany: { method: 'GET', path: '/{product}/public/company/{company}/{id}', who: 'link' },
  customer: { method: 'GET', path: '/{product}/private/debtor/{id}', who: 'customer' },
  publicCustomer: { method: 'GET', path: '/{product}/public/debtor/{company}/{id}', who: 'link' },
  contacts: { method: 'GET', path: '/{product}/contact', who: 'customer' },
  invoices: { method: 'GET', path: '/{product}/debtor/{id}/account', who: 'customer' },
  invoice: { method: 'GET', path: '/{product}/private/account/{id}', who: 'customer' },
  publicInvoice: { method: 'GET', path: '/{product}/public/account/{company}/{id}', who: 'link' },
  transactions: { method: 'GET', path: '/{product}/debtor/{id}/transaction', who: 'customer' },
  invoiceTransactions: {
    method: 'GET',
    path: '/{product}/private/invoice-transactions/{id}',
    who: 'customer',
  },
  publicInvoiceTransactions: {
    method: 'GET',
    path: '/{product}/public/invoice-transactions/{company}/{id}',
    who: 'link',
  },
  contractTabs: { method: 'GET', path: '/{product}/contract/tabs', who: 'customer' },
  contracts: { method: 'POST', path: '/{product}/contract', who: 'customer' },
  projects: { method: 'GET', path: '/{product}/project', who: 'customer' },
  project: { method: 'GET', path: '/{product}/project/{id}', who: 'customer' },
  projectInvoices: { method: 'GET', path: '/{product}/project/{id}/accounts', who: 'customer' },
  projectEstimates: { method: 'GET', path: '/{product}/project/{id}/estimates', who: 'customer' },
  projectOrders: { method: 'GET', path: '/{product}/project/{id}/orders', who: 'customer' },
  projectTransactions: {
    method: 'GET',
    path: '/{product}/project/{id}/transactions',
    who: 'customer',
  },
  estimate: { method: 'GET', path: '/{product}/project/estimate/{id}', who: 'customer' },
  partialRequest: { method: 'GET', path: '/{product}/partial-request/{id}', who: 'customer' },
  payInFull: { method: 'POST', path: '/{product}/request/{id}/full/submit', who: 'payer' },
  openFields: { method: 'POST', path: '/{product}/request/{id}/fields', who: 'payer' },
  requestStatus: { method: 'GET', path: '/{product}/request/{id}/status', who: 'payer' },
  reportError: { method: 'POST', path: '/slack-notification', who: 'anyone' },
  ownAddress: { method: 'GET', path: '/{product}/ip', who: 'anyone' },
} as const satisfies { [Name in RouteName]?: AddressOf<Name> };

/** The calls the browser makes today; a new one is a new row here. */
export type CallName = keyof typeof ADDRESSES;
