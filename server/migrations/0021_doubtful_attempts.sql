DROP INDEX "attempts_of_address";--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "actor" text;--> statement-breakpoint
CREATE INDEX "doubtful_attempts_of_address" ON "attempts" USING btree ("client_address","created_at") WHERE state in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'FAILED');--> statement-breakpoint
CREATE INDEX "doubtful_attempts_of_actor" ON "attempts" USING btree ("company_id","actor","created_at") WHERE state in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'FAILED');--> statement-breakpoint
CREATE INDEX "doubtful_attempts_of_company" ON "attempts" USING btree ("company_id","created_at") WHERE state in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'FAILED');--> statement-breakpoint
-- The longest window of the limits, and more.
update attempts set actor = keys.scope from idempotency_keys keys
  where keys.company_id = attempts.company_id and keys.attempt_id = attempts.id
    and attempts.initiator = 'CIT' and keys.created_at > now() - interval '2 days';
--> statement-breakpoint
create or replace function refusals_of_address(asked text, since timestamptz, in_flight_since timestamptz)
  returns bigint language sql stable security definer set search_path = public, pg_temp
begin atomic
  select (select count(*) from attempts
      where client_address = asked and created_at > since and initiator = 'CIT'
        and state in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'FAILED')
        and ((state = 'FAILED' and coalesce(response_code, '') not in ('not_sent', 'never_seen'))
          or (state in ('CREATED', 'SENT') and created_at > in_flight_since)))
    + (select count(*) from method_setups
      where evidence ->> 'ipAddress' = asked and created_at > since and is_new
        and (state = 'FAILED' or (state = 'SENT' and created_at > in_flight_since)));
end;
--> statement-breakpoint
-- tries_of_own_company stays for servers of the previous release.
create function attempts_of_own_company(since timestamptz, refusals_min bigint, out tries bigint, out refusals bigint)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with refused as materialized (
    select count(*) as refusals from attempts
    where company_id = current_company_id() and created_at > since and initiator = 'CIT'
      and state in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'FAILED')
      and state = 'FAILED' and coalesce(response_code, '') not in ('not_sent', 'never_seen')
  )
  select case when refused.refusals > refusals_min then (
      select count(*) from attempts
      where company_id = current_company_id() and created_at > since and initiator = 'CIT'
    ) else refused.refusals end, refused.refusals
  from refused;
end;
--> statement-breakpoint
revoke all on function attempts_of_own_company(timestamptz, bigint) from public;
grant execute on function attempts_of_own_company(timestamptz, bigint) to quittance_portal;
