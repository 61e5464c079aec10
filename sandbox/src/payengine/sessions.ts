// POST /api/merchant/:merchantId/sessions: a short-lived access token for a browser, returned by
// the loader's fetchAccessToken. Sessions do not survive a restart.
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseInput } from '../refusal.ts';
import { requireOwn, requirePrivateKey } from './merchants.ts';
import type { Prepared } from './operation.ts';
import { hash, type Store } from './store.ts';

const Params = z.object({ merchantId: z.string() });

const SessionBody = z.strictObject({
  expires_in: z.number().int().min(1).max(86_400).default(900),
  scope: z.literal('readonly').optional(),
});

export function prepareSession(store: Store, request: FastifyRequest): Prepared {
  const merchant = requirePrivateKey(store, request);
  const { merchantId } = parseInput(Params, request.params);
  requireOwn(merchant, merchantId);
  const { expires_in, scope } = parseInput(SessionBody, request.body);
  const execute = () => {
    const token = `at_test_${randomBytes(24).toString('hex')}`;
    const expiresAtMs = store.clock.now() + expires_in * 1000;
    store.sessions.set(hash(token), { merchantId, readonly: scope === 'readonly', expiresAtMs });
    return { status: 200, body: { access_token: token, expires_in } };
  };
  return { merchant, execute };
}
