/** Retention (R54): rows are deleted after their retention period, except facts that the invariants compare. */
import { randomUUID } from 'node:crypto';
import { requestIdSchema } from '@quittance/contract/ids';
import { describe, expect, it } from 'vitest';
import { openSession } from '../../src/identity/session.ts';
import { readConfig } from '../../src/kernel/config.ts';
import { chainEntries } from '../../src/platform/audit/chain-entries.ts';
import { addToOutbox } from '../../src/platform/events/outbox.ts';
import { applyRetention } from '../../src/privacy/apply-retention.ts';
import { fillEveryTable } from '../rows/every-table.ts';
import { forFile } from '../world/for-file.ts';
import { useOwnPortal } from '../world/own-portal.ts';
import { addAttempt } from '../world/own-rows.ts';

const { retentionDays } = readConfig({ DATABASE_URL: 'postgres://127.0.0.1/x' });

const portal = useOwnPortal();
const harbor = forFile(() => portal.company());

async function query(text: string, values: unknown[] = []) {
  return (await portal.pool.query(text, values)).rows;
}

const daysAgo = (days: number) =>
  new Date(Date.parse(portal.deps.clock.now()) - days * 86_400_000).toISOString();

describe('Retention (R54)', () => {
  it('an outbox entry is deleted 14 days after delivery, and undelivered entries stay', async () => {
    const { companyId } = harbor;
    const at = portal.deps.clock.now();
    for (let count = 0; count < 3; count += 1) {
      await portal.deps.database.asSystem((tx) =>
        addToOutbox(tx, { companyId, topic: 'mail', payload: { count }, at }),
      );
    }
    await query(`update outbox set created_at = $1`, [daysAgo(100)]);
    await query(
      `update outbox set delivered_at = case payload ->> 'count'
      when '0' then $1::timestamptz when '1' then $2::timestamptz end`,
      [daysAgo(15), daysAgo(13)],
    );
    expect(await applyRetention(portal.deps, retentionDays)).toMatchObject({ outbox: 1 });
    expect(await query(`select payload ->> 'count' as count from outbox order by 1`)).toEqual([
      { count: '1' },
      { count: '2' },
    ]);
  });

  it('a selection of several invoices that was never paid is deleted after 90 days (R48)', async () => {
    const { companyId, customerId } = harbor;
    const invoice = await portal.invoice(harbor);
    const [old, tried, recent] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [id, days] of [
      [old, 91],
      [tried, 91],
      [recent, 89],
    ] as const) {
      await query(
        `insert into requests (company_id, id, customer_id, kind, created_at)
         values ($1, $2, $3, 'INVOICES', $4)`,
        [companyId, id, customerId, daysAgo(days)],
      );
      await query(
        `insert into request_invoices
           (company_id, request_id, invoice_id, customer_id, position, amount_cents)
         values ($1, $2, $3, $4, 1, 500)`,
        [companyId, id, invoice.invoiceId, customerId],
      );
    }
    const requestId = requestIdSchema.parse(tried);
    await addAttempt(portal, { whose: harbor, invoice }, { requestId, state: 'FAILED' });
    await applyRetention(portal.deps, retentionDays);
    const left = await query(`select id from requests where kind = 'INVOICES' order by id`);
    expect(left.map(({ id }) => id)).toEqual([tried, recent].sort());
    const chosen = await query('select request_id as id from request_invoices order by 1');
    expect(chosen.map(({ id }) => id)).toEqual([tried, recent].sort());
  });

  it('an event is deleted with its deliveries after 90 days', async () => {
    const { companyId } = harbor;
    await query(
      `insert into webhook_endpoints
         (company_id, id, url, state, secret_sealed, fanned_out_to, created_at)
       values ($1, $2, 'https://example.com', 'ACTIVE', 'sealed', 0, $3)`,
      [companyId, randomUUID(), daysAgo(100)],
    );
    await query(
      `insert into provider_events
         (company_id, position, id, type, object_type, object_id, sequence, data, created_at)
       select $1, n, gen_random_uuid(), 'customer.created', 'customer', gen_random_uuid(), 1, '{}',
         $2::timestamptz - n * interval '30 days'
       from generate_series(1, 5) n`,
      [companyId, portal.deps.clock.now()],
    );
    await query(
      `insert into webhook_deliveries
         (company_id, id, endpoint_id, event_position, object_id, state, next_try_at, created_at)
       select e.company_id, gen_random_uuid(), w.id, e.position, e.object_id, 'DELIVERED', e.created_at,
         case e.position when 5 then $1::timestamptz else e.created_at end
       from provider_events e join webhook_endpoints w using (company_id)`,
      [portal.deps.clock.now()],
    );
    // One of the two expired events was sent again today.
    expect(await applyRetention(portal.deps, retentionDays)).toMatchObject({ events: 2 });
    const left = await query('select position::int from provider_events order by 1');
    expect(left.map(({ position }) => position)).toEqual([1, 2, 3, 5]);
  });

  it('an idempotency key is deleted after 30 days, unless its payment is open', async () => {
    const add = async (state: 'SUCCEEDED' | 'UNKNOWN') => {
      const invoice = await portal.invoice(harbor);
      const nextCheckAt = state === 'UNKNOWN' ? portal.deps.clock.now() : null;
      const attemptId = await addAttempt(
        portal,
        { whose: harbor, invoice },
        { state, nextCheckAt },
      );
      await query(
        `insert into idempotency_keys
           (company_id, scope, key, request_hash, attempt_id, created_at, customer_id)
         values ($1, 'link', $2, 'hash', $3, $4, $5)`,
        [harbor.companyId, state, attemptId, daysAgo(31), harbor.customerId],
      );
    };
    await add('SUCCEEDED');
    await add('UNKNOWN');
    expect(await applyRetention(portal.deps, retentionDays)).toMatchObject({ idempotencyKeys: 1 });
    expect(await query('select key from idempotency_keys')).toEqual([{ key: 'UNKNOWN' }]);
  });

  it('a session is deleted with its bearers 30 days after its end', async () => {
    const { companyId, customerId } = harbor;
    const visitor = { address: '127.0.0.1', userAgent: 'test' };
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { id } = await portal.deps.database.asSystem((tx) =>
        openSession(tx, portal.deps, { companyId, customerId, visitor }),
      );
      ids.push(id);
      await query(
        `insert into bearers (company_id, id, session_id, customer_id, token_hash, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $6)`,
        [companyId, randomUUID(), id, customerId, `hash ${id}`, daysAgo(40)],
      );
    }
    await query('update sessions set revoked_at = $1 where id = $2', [daysAgo(31), ids[0]]);
    await applyRetention(portal.deps, retentionDays);
    expect(await query('select id from sessions')).toEqual([{ id: ids[1] }]);
    expect(await query('select session_id from bearers')).toEqual([{ session_id: ids[1] }]);
  });

  it('a removed contact is deleted after 30 days, with the reason that was typed', async () => {
    const { companyId, customerId } = harbor;
    for (const [days, reason] of [
      [31, 'old'],
      [29, 'recent'],
      [null, 'present'],
    ] as const) {
      await query(
        `insert into contacts (company_id, id, customer_id, type, value, removed_at, removal_reason, created_at)
         values ($1, $2, $3, 'EMAIL', $4, $5, $4, $6)`,
        [companyId, randomUUID(), customerId, reason, days && daysAgo(days), daysAgo(90)],
      );
    }
    await applyRetention(portal.deps, retentionDays);
    const left = await query(
      `select value from contacts where value in ('old', 'recent', 'present') order by 1`,
    );
    expect(left).toEqual([{ value: 'present' }, { value: 'recent' }]);
  });

  it('a canceled intent and a failed setup are deleted after 90 days, with the client address', async () => {
    const small = await fillEveryTable(portal.deps.database, 'small');
    const of = [small.companyId];
    const count = async () => [
      (await query('select from intents where company_id = $1', of)).length,
      (await query('select from method_setups where company_id = $1', of)).length,
    ];
    await query(
      `update intents set state = 'CANCELED', next_check_at = null, expires_at = $2
       where company_id = $1`,
      [small.companyId, daysAgo(89)],
    );
    await query(
      `update method_setups set state = 'FAILED', next_check_at = null, created_at = $2
       where company_id = $1`,
      [small.companyId, daysAgo(89)],
    );
    const before = await count();
    await applyRetention(portal.deps, retentionDays);
    expect(await count()).toEqual(before);
    await query('update intents set expires_at = $1', [daysAgo(91)]);
    await query('update method_setups set created_at = $1', [daysAgo(91)]);
    await applyRetention(portal.deps, retentionDays);
    expect([before, await count()]).toEqual([
      [expect.any(Number), expect.any(Number)],
      [0, 0],
    ]);
  });

  it('a notice is deleted after two years, unless an auto-pay charge relies on it', async () => {
    const notice = async (occurrenceOf: string) => {
      const invoice = await portal.invoice(harbor);
      await query(
        `insert into charge_notices (company_id, id, customer_id, invoice_id, occurrence_of, charge_on,
           amount_cents, created_at)
         values ($1, $2, $3, $4, $5, $6::timestamptz::date, 100, $6::timestamptz)`,
        [
          harbor.companyId,
          randomUUID(),
          harbor.customerId,
          invoice.invoiceId,
          occurrenceOf,
          daysAgo(731),
        ],
      );
      return invoice;
    };
    await notice('schedule:1');
    await notice('auto-pay:never-charged');
    const invoice = await notice('auto-pay:charged');
    await addAttempt(portal, { whose: harbor, invoice }, { occurrenceOf: 'auto-pay:charged' });
    expect(await applyRetention(portal.deps, retentionDays)).toMatchObject({ notices: 2 });
    const left = 'select occurrence_of from charge_notices where company_id = $1';
    expect(await query(left, [harbor.companyId])).toEqual([{ occurrence_of: 'auto-pay:charged' }]);
  });

  it('the audit trail is kept for seven years, and attempts, postings and mandates are never deleted', async () => {
    await query('delete from audit');
    await query(
      `insert into audit (company_id, actor, action, subject, detail, at)
       select $1, 'test', 'retention', n::text, '{}', $2::timestamptz - n * interval '800 days'
       from generate_series(0, 4) n order by n desc`,
      [harbor.companyId, portal.deps.clock.now()],
    );
    // Entries are deleted in chain order.
    await chainEntries(portal.deps);
    expect(await applyRetention(portal.deps, retentionDays)).toMatchObject({ audit: 1 });
    expect(
      await query(`select count(*)::int as count from audit where action = 'retention'`),
    ).toEqual([{ count: 4 }]);
  });
});
