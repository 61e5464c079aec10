/**
 * The reads of the portal's pages, each with its place in the store (product §3.16). Components load a page's own
 * data with `useRead`; the selectors are for data that several components show. Reads that only account pages need
 * are in account-reads.ts.
 */
import type { Company, CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import type { Customer, PublicCustomer } from '@quittance/contract/customers/portal-schemas';
import type { Invoice, PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import type { AnswerOf } from '@quittance/contract/portal-routes';
import type { PartialRequest } from '@quittance/contract/projects/portal-schemas';
import { createRead, type WithReads } from './read.ts';

/**
 * The company whose brand and terms the portal shows. Before sign-in, only the brand is available (decision 0003).
 */
export const companyRead = createRead<'publicCompany' | 'privateCompany'>('company/company', {
  isKept: true,
});
export const brandRead = createRead<'companyBrand'>('company/brand', { isKept: true });

export function selectCompany(state: WithReads): Company | null {
  return companyRead.answerIn(state)?.company ?? null;
}

export function selectBrand(state: WithReads): CompanyBrand | null {
  return brandRead.answerIn(state)?.company ?? selectCompany(state);
}

/** Complete when signed in, only the first name on a public link (R4). */
export const customerRead = createRead<'customer' | 'publicCustomer'>('customer/customer', {
  isToast: true,
  isKept: true,
});
export const contactsRead = createRead<'contacts'>('contacts/contacts', { isToast: true });

export function selectCustomer(state: WithReads): Customer | PublicCustomer | null {
  return customerRead.answerIn(state)?.debtor ?? null;
}

export function selectSignedInCustomer(state: WithReads): Customer | null {
  const customer = selectCustomer(state);
  return customer && 'id' in customer ? customer : null;
}

/** Every invoice carries its version, so a response never replaces a newer one. */
export const invoiceRead = createRead<'invoice' | 'publicInvoice'>('invoices/selectedInvoice', {
  isToast: true,
  merge: (answer, held) => (isOlder(answer.account, held.account) ? held : answer),
});
export const invoicePaymentsRead = createRead<'invoiceTransactions' | 'publicInvoiceTransactions'>(
  'payments/invoicePayments',
);

type Version = { requestId: string; version: number };

function isOlder(answer: Version, held: Version): boolean {
  return held.requestId === answer.requestId && answer.version < held.version;
}

type InvoiceAnswer = { account: Invoice | PublicInvoice };

export function toInvoice(answer: InvoiceAnswer | null): Invoice | PublicInvoice | null {
  return answer?.account ?? null;
}

export function selectInvoice(state: WithReads): Invoice | PublicInvoice | null {
  return toInvoice(invoiceRead.answerIn(state));
}

export function selectInvoicePayments(state: WithReads) {
  return invoicePaymentsRead.answerIn(state)?.transactions ?? null;
}

export const selectionRead = createRead<'invoiceSelection'>('selection/selection');

/** Content of a public link that does not lead to an invoice (R4): selected orders or an accepted estimate. */
export const linkedRequestRead = createRead<'publicRequest'>('linkedRequest/request');
export type LinkedRequest = AnswerOf<'publicRequest'>;

/** A partial-payment request (product §5.15). A response may have been in flight while the request was changed. */
export const ordersRequestRead = createRead<'partialRequest'>('orders/ordersRequest', {
  merge: (answer, held) => (isOlder(answer.request, held.request) ? held : answer),
});

export function selectOrdersRequest(state: WithReads): PartialRequest | null {
  return ordersRequestRead.answerIn(state)?.request ?? null;
}

export const projectsRead = createRead<'projects'>('projects/projects', { isKept: true });
export const estimateRead = createRead<'estimate'>('projects/estimate');
