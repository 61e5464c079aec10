/** All provider API handlers, one per row of its route table. Each module defines its own. */
import { providerHandlers as arrangements } from '../../arrangements/provider.ts';
import { providerHandlers as companies } from '../../companies/provider.ts';
import { providerHandlers as customers } from '../../customers/provider.ts';
import { providerHandlers as imports } from '../../exchange/import/import-jobs.ts';
import { createKey, listKeys, refuseMore, revokeKey, rotateKey } from '../../identity/api-keys.ts';
import { providerHandlers as invoices } from '../../invoices/provider.ts';
import { providerHandlers as payments } from '../../payments/provider.ts';
import { providerHandlers as payouts } from '../../payouts/provider.ts';
import type { ProviderHandlers } from '../../platform/http/provider-call.ts';
import { providerHandlers as privacy } from '../../privacy/provider.ts';
import { providerHandlers as projects } from '../../projects/provider.ts';
import { providerHandlers as reports } from '../../reports/provider.ts';
import { providerHandlers as requests } from '../../requests/provider.ts';
import { providerHandlers as webhooks } from '../../webhooks/provider.ts';
import { createTestPayment } from './create-test-payment.ts';

export const PROVIDER_HANDLERS: ProviderHandlers = {
  ...companies,
  ...customers,
  ...invoices,
  ...arrangements,
  ...projects,
  ...requests,
  ...payments,
  ...payouts,
  ...privacy,
  ...webhooks,
  ...reports,
  ...imports,
  createTestPayment: (tx, deps, { caller }) => createTestPayment(tx, deps, caller),
  listKeys: (tx, _deps, { caller }) => listKeys(tx, caller),
  createKey: async (tx, deps, { caller, body }) => {
    refuseMore(caller, body);
    return createKey(tx, deps, { actor: caller, ...body });
  },
  rotateKey: (tx, deps, { caller, params, body }) =>
    rotateKey(tx, deps, { actor: caller, ...params, ...body }),
  revokeKey: (tx, deps, { caller, params }) => revokeKey(tx, deps, { actor: caller, ...params }),
};
