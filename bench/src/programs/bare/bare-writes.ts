/** Bare writes: the three rows of a sign-in and the single row of a webhook. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BareDatabase } from './bare-database.ts';

const USE_TOKEN = {
  name: 'use_token',
  text: `update sign_in_tokens set used_at = now() where token_hash = $1 and used_at is null
    returning company_id as "companyId", customer_id as "customerId"`,
};
const INSERT_SESSION = {
  name: 'insert_session',
  text: `insert into sessions (company_id, id, customer_id, token_hash, created_at, last_seen_at, expires_at, address, user_agent)
    values ($1, $2, $3, $4, now(), now(), now() + interval '12 hours', '127.0.0.1', 'bench')`,
};
const INSERT_BEARER = {
  name: 'insert_bearer',
  text: `insert into bearers (company_id, id, session_id, customer_id, token_hash, created_at, expires_at)
    values ($1, $2, $3, $4, $5, now(), now() + interval '10 minutes')`,
};
const INSERT_WEBHOOK = {
  name: 'insert_webhook',
  text: `insert into webhook_events (company_id, processor, event_id, event_type, received_at, processed_at)
    values ($1, 'payengine', $2, $3, now(), now()) on conflict do nothing`,
};

const webhookSchema = z.object({ event_uid: z.string(), event: z.string() });

type Owner = { companyId: string; customerId: string };

/** Runs as the table owner, as in the portal, because the customer is known only by the token at this point. */
function signIn(database: BareDatabase, tokenHash: string) {
  return database.asOwner(async (client) => {
    const { rows } = await client.query<Owner>({ ...USE_TOKEN, values: [tokenHash] });
    const [owner] = rows;
    if (!owner) throw new Error('the token is unknown or used');
    const { companyId, customerId } = owner;
    const sessionId = randomUUID();
    const session = [companyId, sessionId, customerId, randomUUID()];
    await client.query({ ...INSERT_SESSION, values: session });
    const token = randomUUID();
    const bearer = [companyId, randomUUID(), sessionId, customerId, token];
    await client.query({ ...INSERT_BEARER, values: bearer });
    return { success: true, token, customerId };
  });
}

export function registerBareWrites(app: FastifyInstance, database: BareDatabase): void {
  app.get<{ Params: { hash: string } }>('/sign-in/:hash', ({ params }) =>
    signIn(database, params.hash),
  );
  app.post<{ Params: { company: string } }>('/webhook/:company', async (request) => {
    const { event_uid: id, event } = webhookSchema.parse(request.body);
    const { company } = request.params;
    const values = [company, id, event];
    const scope = { companyId: company, customerId: '' };
    await database.inScope(scope, (client) => client.query({ ...INSERT_WEBHOOK, values }));
    return { success: true };
  });
}
