/** What the holder of a public link may read. */
import {
  readPublicCompany,
  readPublicCustomer,
  readPublicInvoice,
  readPublicRequest,
  readPublicTransactions,
} from '../../screens/public-invoice.ts';
import { readPublicRecovery } from '../../screens/recovery.ts';
import { answerWith, type Handlers } from './call.ts';

export const publicHandlers = {
  publicCompany: answerWith('company', (deps, { principal }) => readPublicCompany(deps, principal)),
  publicCustomer: answerWith('debtor', (deps, { principal }) =>
    readPublicCustomer(deps, principal),
  ),
  publicInvoice: answerWith('account', (deps, { principal }) => readPublicInvoice(deps, principal)),
  publicInvoiceTransactions: answerWith('transactions', (deps, { principal }) =>
    readPublicTransactions(deps, principal),
  ),
  publicRecovery: answerWith('recovery', (deps, { principal }) =>
    readPublicRecovery(deps, principal),
  ),
  publicRequest: (deps, { principal }) => readPublicRequest(deps, principal),
} satisfies Partial<Handlers>;
