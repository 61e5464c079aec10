// Customer sessions: a short-lived permission for a browser to see one customer's saved methods.
// The sandbox issues them; its Payment Element does not show saved methods.
import { z } from 'zod';
import { newId } from '../api/ids.ts';
import type { Call, Prepared } from '../api/operation.ts';
import { nowSeconds } from '../store.ts';
import { findCustomer } from './customers.ts';

const LIVES_SECONDS = 1800;

const Params = z.object({ customer: z.string(), components: z.unknown() });

export function createCustomerSession(call: Call): Prepared {
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
