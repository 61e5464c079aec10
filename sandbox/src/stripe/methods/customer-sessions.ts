// Customer sessions: a short-lived permission for a browser to see one customer's saved methods. The sandbox issues
// them, but its Payment Element does not show saved methods.

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readCaller } from '../accounts.ts';
import { newId } from '../api/ids.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import { nowSeconds, type Store } from '../store.ts';
import { TEST_ACCOUNTS } from '../test-data.ts';
import { findCustomer } from './customers.ts';
import { financialConnectionsId } from './instruments.ts';

export function elementsSession(store: Store, request: FastifyRequest) {
  const { account } = readCaller(store, request);
  const accounts = TEST_ACCOUNTS.map(({ number, scenario, result }) => ({
    id: financialConnectionsId({ scenario }),
    last4: number.slice(-4),
    result,
  }));
  return { businessName: account.businessName, accounts };
}

const LIVES_SECONDS = 1800;

const Params = z.object({ customer: z.string(), components: z.unknown() });

export function createCustomerSession(call: Call): PreparedOperation {
  const { customer: id, components } = Params.parse(call.params);
  const customer = findCustomer(call, id, 'customer');
  const execute = () => {
    const created = nowSeconds(call.store);
    return {
      object: 'customer_session',
      client_secret: newId('cuss_secret'),
      components,
      created,
      customer: customer.id,
      customer_account: null,
      expires_at: created + LIVES_SECONDS,
      livemode: false,
    };
  };
  return { execute };
}
