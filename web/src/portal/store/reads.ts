/**
 * The reads of the portal: what its pages load, each in its place (product §3.16). Components read a page's own data with
 * `useRead`; the selectors are for what several of them show.
 */
import type { Company, CompanyBrand } from '@quittance/contract/companies/portal-schemas';
import type { Customer, PublicCustomer } from '@quittance/contract/customers/portal-schemas';
import type { Invoice, PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import type { AnswerOf } from '@quittance/contract/portal-routes';
import type { PartialRequest } from '@quittance/contract/projects/portal-schemas';
import { createRead, type ReadRequest, type WithReads } from './read.ts';

/** The company whose brand and terms the portal shows; the brand alone before a sign-in (decision 0003). */
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

/** A page of the list. The balance, which only a first page carries, stays. */
export const invoicesRead = createRead<'invoices'>('invoices/list', {
  isToast: true,
  merge: (answer, held) => ({ ...answer, summary: answer.summary ?? held.summary }),
});
/** Only the balance: for a visit that starts on a later page. */
export const balanceRead = createRead<'invoices'>('invoices/summary');
/** Every invoice carries its version: an answer never replaces a newer one. */
export const invoiceRead = createRead<'invoice' | 'publicInvoice'>('invoices/selectedInvoice', {
  isToast: true,
  merge: (answer, held) => (isOlder(answer.account, held.account) ? held : answer),
});
export const paymentsRead = createRead<'transactions'>('payments/payments');
export const invoicePaymentsRead = createRead<'invoiceTransactions' | 'publicInvoiceTransactions'>(
  'payments/invoicePayments',
);

export type InvoicesQuery = ReadRequest<'invoices'>['query'];

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

export const statementRead = createRead<'statement'>('records/statement');
export const historyRead = createRead<'history'>('records/history');

/** Several invoices that are paid together (R48): what can be chosen, and the choice. */
export const payableInvoicesRead = createRead<'payableInvoices'>('selection/payable');
export const selectionRead = createRead<'invoiceSelection'>('selection/selection');

/** What a public link that is not an invoice's shows (R4): selected orders or an accepted estimate. */
export const linkedRequestRead = createRead<'publicRequest'>('linkedRequest/request');
export type LinkedRequest = AnswerOf<'publicRequest'>;

/** A partial-payment request (product §5.15). An answer may have been on its way while the request was changed. */
export const ordersRequestRead = createRead<'partialRequest'>('orders/ordersRequest', {
  merge: (answer, held) => (isOlder(answer.request, held.request) ? held : answer),
});

export function selectOrdersRequest(state: WithReads): PartialRequest | null {
  return ordersRequestRead.answerIn(state)?.request ?? null;
}

export const contractsRead = createRead<'contracts'>('contracts/list');
export const contractTabsRead = createRead<'contractTabs'>('contracts/tabs');

export const projectsRead = createRead<'projects'>('projects/projects', { isKept: true });
export const projectRead = createRead<'project'>('projects/project');
export const projectInvoicesRead = createRead<'projectInvoices'>('projects/projectInvoices');
export const projectOrdersRead = createRead<'projectOrders'>('projects/projectOrders');
export const projectEstimatesRead = createRead<'projectEstimates'>('projects/projectEstimates');
export const projectPaymentsRead = createRead<'projectTransactions'>('projects/projectPayments');
export const estimateRead = createRead<'estimate'>('projects/estimate');
