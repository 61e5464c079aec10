import type { Instant } from '@quittance/contract/dates';
import type { Database } from '../../platform/database/database.ts';

export type OpsMetric = {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
};

/** `$1` is the server clock's current time, used to compute ages. */
const QUERY = `
select 'payments' as name,
  jsonb_build_object('processor', processor, 'method', method, 'state', state) as labels,
  count(*)::float8 as value
from attempts where created_at > $1::timestamptz - interval '24 hours'
group by processor, method, state
union all
select 'unresolved_attempts', '{}', count(*) from attempts where state in ('SENT', 'UNKNOWN')
union all
select 'unresolved_oldest_seconds', '{}',
  coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0)
from attempts where state in ('SENT', 'UNKNOWN')
union all
select 'webhooks_waiting', '{}', count(*) from webhook_events where processed_at is null
union all
select 'webhook_lag_seconds', '{}',
  coalesce(extract(epoch from $1::timestamptz - min(received_at)), 0)
from webhook_events where processed_at is null
union all
select 'mails_waiting', '{}', count(*) from outbox
where delivered_at is null and topic = 'mail' and not is_bulk
union all
select 'mail_lag_seconds', '{}',
  coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0)
from outbox where delivered_at is null and topic = 'mail' and not is_bulk
union all
select 'bulk_mails_waiting', '{}', count(*) from outbox where delivered_at is null and is_bulk
union all
select 'bulk_mail_lag_seconds', '{}',
  coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0)
from outbox where delivered_at is null and is_bulk
union all
select 'events_waiting', '{}', count(*) from outbox
where delivered_at is null and topic not in ('mail', 'sign_in_asked', 'link_asked')
union all
select 'event_deliveries_waiting', '{}', count(*)
from webhook_deliveries d join webhook_endpoints e on e.company_id = d.company_id and e.id = d.endpoint_id
where d.state = 'PENDING' and e.state = 'ACTIVE'
union all
select 'event_delivery_lag_seconds', '{}',
  coalesce(extract(epoch from $1::timestamptz - min(d.created_at)), 0)
from webhook_deliveries d join webhook_endpoints e on e.company_id = d.company_id and e.id = d.endpoint_id
where d.state = 'PENDING' and e.state = 'ACTIVE'
union all
select 'webhook_endpoints_failing', '{}', count(*) from webhook_endpoints
where state = 'ACTIVE' and failing_since is not null
union all
select 'webhook_endpoints_paused', '{}', count(*) from webhook_endpoints where state = 'PAUSED'
union all
select 'jobs_waiting', '{}', count(*) from graphile_worker.jobs
where run_at <= now() and locked_at is null
union all
select 'refunds_open', '{}', count(*) from refunds where state in ('REQUESTED', 'SENT', 'PENDING')
union all
select 'refunds_in_review', '{}', count(*) from refunds
where (held_at is not null and state in ('REQUESTED', 'SENT', 'PENDING'))
  or (state = 'FAILED' and resolved_at is null)
union all
select 'clock_skew_seconds', '{}', abs(extract(epoch from statement_timestamp() - $1::timestamptz))
union all
select 'companies_held', '{}', count(*) from companies where charges_held_since is not null
union all
select 'processor_problems', jsonb_build_object('problem', problem), count(*) from processor_connections
where problem is not null group by problem
union all
select 'sealed_values_left', '{}', left_count from sealing_key_check
where left_count is not null and turn = (select max(turn) from sealing_key_check)
union all
select 'sign_in_mails', '{}', coalesce(sum(count), 0) from limits.counters
where key = 'mailsInAll:all' and resets_at > $1::timestamptz
union all
select 'reconciliation_age_seconds', '{}',
  coalesce(extract(epoch from $1::timestamptz - min(last_at)), 0)
from (select max(finished_at) as last_at from reconciliations group by company_id) newest
`;

export async function readOpsMetrics(
  { pool }: Pick<Database, 'pool'>,
  now: Instant,
): Promise<OpsMetric[]> {
  const { rows } = await pool.query<OpsMetric>(QUERY, [now]);
  return rows;
}
