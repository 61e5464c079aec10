import type { Instant } from '@quittance/contract/dates';
import type { Database } from '../../platform/database/database.ts';
import type { Measure } from '../../schema/operator.ts';

/** A process that was not seen for longer does not run any more: three beats (watch.ts). */
const GONE_AFTER_S = 45;

/** More than a person works through. */
const READS_IN_AN_HOUR = 200;
const EXPORTS_IN_AN_HOUR = 20;

/**
 * `$1` is the server clock's current time, used to compute ages. Processes, jobs and the queue go by the clock of
 * the database.
 */
const QUERY = `/* across companies: the figures are those of the installation */
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
where state = 'ACTIVE' and failing_since < $1::timestamptz - interval '15 minutes'
union all
select 'webhook_endpoints_paused', '{}', count(*) from webhook_endpoints where state = 'PAUSED'
union all
select 'jobs_waiting', '{}', count(*) from graphile_worker.jobs
where run_at <= now() and locked_at is null
union all
select 'job_lag_seconds', '{}', coalesce(extract(epoch from now() - min(run_at)), 0)
from graphile_worker.jobs where run_at <= now() and locked_at is null
union all
select 'job_success_age_seconds', jsonb_build_object('job', task),
  extract(epoch from statement_timestamp() - succeeded_at) from operator.job_runs
union all
select 'invariant_violations', '{}', coalesce(sum(findings), 0) from operator.job_runs
where task = 'check_invariants'
union all
select 'invariants_unchecked', '{}', coalesce(sum(unchecked), 0) from operator.job_runs
where task = 'check_invariants'
union all
select 'audit_chains_broken', '{}', coalesce(sum(findings), 0) from operator.job_runs
where task = 'verify_audit'
union all
select 'processes', jsonb_build_object('role', role), count(*) from operator.processes
where stopped_at is null and seen_at > statement_timestamp() - interval '${GONE_AFTER_S} seconds'
group by role
union all
select 'processes_lost', '{}', count(*) from operator.processes
where stopped_at is null and seen_at <= statement_timestamp() - interval '${GONE_AFTER_S} seconds'
  and seen_at > statement_timestamp() - interval '15 minutes'
union all
select 'worker_silent_seconds', '{}', coalesce(extract(epoch from statement_timestamp()
  - coalesce(max(seen_at) filter (where role <> 'web'), min(started_at))), 0)
from operator.processes
union all
select measure ->> 'name', measure -> 'labels', max((measure ->> 'value')::float8)
from operator.processes, jsonb_array_elements(measures) measure
where stopped_at is null and seen_at > statement_timestamp() - interval '${GONE_AFTER_S} seconds'
group by 1, 2
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
select 'api_keys_expiring', '{}', count(*) from api_keys
where revoked_at is null and last_used_at > $1::timestamptz - interval '7 days'
  and expires_at between $1::timestamptz and $1::timestamptz + interval '7 days'
union all
select 'unusual_readers', '{}', count(*) from (
  select from audit where at > $1::timestamptz - interval '1 hour'
    and action in ('customer.read', 'company.exported', 'customer.data_exported') and actor like 'staff:%'
  group by company_id, actor
  having count(*) filter (where action = 'customer.read') >= ${READS_IN_AN_HOUR}
    or count(*) filter (where action <> 'customer.read') >= ${EXPORTS_IN_AN_HOUR}) as readers
union all
select 'reconciliation_age_seconds', '{}',
  coalesce(extract(epoch from $1::timestamptz - min(finished_at)), 0) from latest_reconciliations
union all
select 'companies_unreconciled', '{}', count(*) from companies c
where not c.is_demo and c.created_at < $1::timestamptz - interval '36 hours'
  and c.company_id not in (select company_id from latest_reconciliations)
`;

export async function readStoredMetrics(
  { pool }: Pick<Database, 'pool'>,
  now: Instant,
): Promise<Measure[]> {
  const { rows } = await pool.query<Measure>(QUERY, [now]);
  return rows;
}
