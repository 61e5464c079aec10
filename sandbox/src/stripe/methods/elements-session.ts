// The data that the frames of the elements load first: whether the key is valid, the merchant's
// name, and the accounts of the simulated bank login.
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../accounts.ts';
import type { Store } from '../store.ts';
import { TEST_ACCOUNTS } from '../test-data.ts';
import { financialConnectionsId } from './instruments.ts';

export function elementsSession(store: Store, request: FastifyRequest) {
  const { account } = callerOf(store, request);
  const accounts = TEST_ACCOUNTS.map(({ number, scenario, result }) => ({
    id: financialConnectionsId({ scenario }),
    last4: number.slice(-4),
    result,
  }));
  return { businessName: account.businessName, accounts };
}
