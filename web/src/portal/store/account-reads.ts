/** The reads of the account pages. The reads of a payer's first view are separate (decision 0035). */
import { createRead, type ReadRequest } from './read.ts';

/** A page of the list. Keeps the earlier balance, because only a first page includes one. */
export const invoicesRead = createRead<'invoices'>('invoices/list', {
  isToast: true,
  merge: (answer, held) => ({ ...answer, summary: answer.summary ?? held.summary }),
});
/** Reads only the balance, for a visit that starts on a later page. */
export const balanceRead = createRead<'invoices'>('invoices/summary');
export type InvoicesQuery = ReadRequest<'invoices'>['query'];
export const paymentsRead = createRead<'transactions'>('payments/payments');
export const statementRead = createRead<'statement'>('records/statement');
export const historyRead = createRead<'history'>('records/history');
/** Several invoices that are paid together (R48): the invoices that can be selected, and the selection. */
export const payableInvoicesRead = createRead<'payableInvoices'>('selection/payable');
export const contractsRead = createRead<'contracts'>('contracts/list');
export const contractTabsRead = createRead<'contractTabs'>('contracts/tabs');
export const projectRead = createRead<'project'>('projects/project');
export const projectInvoicesRead = createRead<'projectInvoices'>('projects/projectInvoices');
export const projectOrdersRead = createRead<'projectOrders'>('projects/projectOrders');
export const projectEstimatesRead = createRead<'projectEstimates'>('projects/projectEstimates');
export const projectPaymentsRead = createRead<'projectTransactions'>('projects/projectPayments');
