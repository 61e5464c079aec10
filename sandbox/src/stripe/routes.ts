// Every call under /v1: its path, the schema of its parameters, the operation name for faults, and its handler.

import type { Route } from './api/operation.ts';
import type { SchemaName } from './api/request-schemas.ts';
import { createFile, retrieveFile, updateDispute } from './charges/dispute-evidence.ts';
import { listBalanceTransactions, listPayouts, retrievePayout } from './charges/payouts.ts';
import {
  createRefund,
  listCharges,
  listDisputes,
  listRefunds,
  retrieveCharge,
  retrieveDispute,
  retrieveRefund,
} from './charges/refunds.ts';
import { verifyPaymentMicrodeposits, verifySetupMicrodeposits } from './intents/microdeposits.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  searchPaymentIntents,
  updatePaymentIntent,
} from './intents/payment-intents.ts';
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  listSetupIntents,
  retrieveSetupIntent,
  updateSetupIntent,
} from './intents/setup-intents.ts';
import { createCustomerSession } from './methods/customer-sessions.ts';
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  searchCustomers,
  updateCustomer,
} from './methods/customers.ts';
import {
  attachMethod,
  createConfirmationToken,
  createMethod,
  detachMethod,
  listMethods,
  retrieveConfirmationToken,
  retrieveMandate,
  retrieveMethod,
  updateMethod,
} from './methods/method-calls.ts';

function route(
  operation: Route['operation'],
  schema: SchemaName,
  prepare: Route['prepare'],
): Route {
  return { operation, schema, prepare };
}

const forBrowsers = (given: Route): Route => ({ ...given, isForBrowsers: true });

/* biome-ignore format: a table of calls is read in rows */
export const ROUTES: Record<string, Route> = {
  'POST /v1/customers': route('customer', 'customers/create', createCustomer),
  'GET /v1/customers': route('customer', 'customers/list', listCustomers),
  'GET /v1/customers/search': route('customer', 'customers/search', searchCustomers),
  'GET /v1/customers/:id': route('customer', 'customers/retrieve', retrieveCustomer),
  'POST /v1/customers/:id': route('customer', 'customers/update', updateCustomer),
  'DELETE /v1/customers/:id': route('customer', 'customers/retrieve', deleteCustomer),
  'GET /v1/customers/:customer/payment_methods': route('method', 'customers/list_payment_methods', listMethods),
  'POST /v1/customer_sessions': route('session', 'customer_sessions/create', createCustomerSession),

  'POST /v1/payment_methods': forBrowsers(route('tokenize', 'payment_methods/create', createMethod)),
  'GET /v1/payment_methods': route('method', 'payment_methods/list', listMethods),
  'GET /v1/payment_methods/:id': route('method', 'payment_methods/retrieve', retrieveMethod),
  'POST /v1/payment_methods/:id': route('method', 'payment_methods/update', updateMethod),
  'POST /v1/payment_methods/:id/attach': route('method', 'payment_methods/attach', attachMethod),
  'POST /v1/payment_methods/:id/detach': route('method', 'payment_methods/detach', detachMethod),

  'GET /v1/mandates/:id': route('method', 'payment_methods/retrieve', retrieveMandate),

  'POST /v1/confirmation_tokens': forBrowsers(route('tokenize', 'confirmation_tokens/create', createConfirmationToken)),
  'GET /v1/confirmation_tokens/:id': route('lookup', 'confirmation_tokens/retrieve', retrieveConfirmationToken),
  'POST /v1/test_helpers/confirmation_tokens': route('tokenize', 'confirmation_tokens/create', createConfirmationToken),

  'POST /v1/payment_intents': route('sale', 'payment_intents/create', createPaymentIntent),
  'GET /v1/payment_intents': route('lookup', 'payment_intents/list', listPaymentIntents),
  'GET /v1/payment_intents/search': route('lookup', 'payment_intents/search', searchPaymentIntents),
  'GET /v1/payment_intents/:id': forBrowsers(route('lookup', 'payment_intents/retrieve', retrievePaymentIntent)),
  'POST /v1/payment_intents/:id': route('method', 'payment_intents/update', updatePaymentIntent),
  'POST /v1/payment_intents/:id/confirm': forBrowsers(route('sale', 'payment_intents/confirm', confirmPaymentIntent)),
  'POST /v1/payment_intents/:id/cancel': route('void', 'payment_intents/cancel', cancelPaymentIntent),
  'POST /v1/payment_intents/:id/verify_microdeposits': forBrowsers(route('ach', 'payment_intents/verify_microdeposits', verifyPaymentMicrodeposits)),

  'POST /v1/setup_intents': route('setup', 'setup_intents/create', createSetupIntent),
  'GET /v1/setup_intents': route('lookup', 'setup_intents/list', listSetupIntents),
  'GET /v1/setup_intents/:id': forBrowsers(route('lookup', 'setup_intents/retrieve', retrieveSetupIntent)),
  'POST /v1/setup_intents/:id': route('setup', 'setup_intents/update', updateSetupIntent),
  'POST /v1/setup_intents/:id/confirm': forBrowsers(route('setup', 'setup_intents/confirm', confirmSetupIntent)),
  'POST /v1/setup_intents/:id/cancel': route('setup', 'setup_intents/cancel', cancelSetupIntent),
  'POST /v1/setup_intents/:id/verify_microdeposits': forBrowsers(route('setup', 'setup_intents/verify_microdeposits', verifySetupMicrodeposits)),

  'GET /v1/charges': route('lookup', 'charges/list', listCharges),
  'GET /v1/charges/:id': route('lookup', 'charges/retrieve', retrieveCharge),
  'POST /v1/refunds': route('refund', 'refunds/create', createRefund),
  'GET /v1/refunds': route('lookup', 'refunds/list', listRefunds),
  'GET /v1/refunds/:id': route('lookup', 'refunds/retrieve', retrieveRefund),
  'GET /v1/disputes': route('lookup', 'disputes/list', listDisputes),
  'GET /v1/disputes/:id': route('lookup', 'disputes/retrieve', retrieveDispute),
  'POST /v1/disputes/:id': route('evidence', 'disputes/update', updateDispute),
  'POST /v1/files': route('evidence', 'files/create', createFile),
  'GET /v1/files/:id': route('lookup', 'files/retrieve', retrieveFile),

  'GET /v1/payouts': route('lookup', 'payouts/list', listPayouts),
  'GET /v1/payouts/:id': route('lookup', 'payouts/retrieve', retrievePayout),
  'GET /v1/balance_transactions': route('lookup', 'balance_transactions/list', listBalanceTransactions),
};
