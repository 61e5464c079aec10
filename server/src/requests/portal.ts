/** Payer API handlers for `requests`. */

import { answerWith, type Handlers } from '../platform/http/portal-call.ts';
import { readPayableInvoices, readSelection, selectInvoices } from './selection.ts';

export const portalHandlers = {
  payableInvoices: (deps, { principal }) => readPayableInvoices(deps, principal),
  selectInvoices: answerWith('selection', (deps, { principal, body }) =>
    selectInvoices(deps, principal, body.invoices),
  ),
  invoiceSelection: answerWith('selection', (deps, { principal, params }) =>
    readSelection(deps, principal, params.id),
  ),
} satisfies Partial<Handlers>;
