CREATE SCHEMA "limits";
--> statement-breakpoint
CREATE TABLE "limits"."counters" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "capabilities" ADD COLUMN "unlocked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "limit_counters_by_end" ON "limits"."counters" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "method_setups_of_address" ON "method_setups" USING btree (("evidence" ->> 'ipAddress'),"created_at");--> statement-breakpoint
CREATE INDEX "attempts_of_address" ON "attempts" USING btree ("client_address","created_at");--> statement-breakpoint
CREATE INDEX "attempts_of_company" ON "attempts" USING btree ("company_id","created_at");--> statement-breakpoint
-- Counts are made at every request and are worth nothing after a crash.
alter table limits.counters set unlogged;
alter table limits.counters enable row level security;
revoke all on schema limits from public;
--> statement-breakpoint
-- Two numbers that a payment's own transaction needs and that no customer may add up from rows: how
-- often this address was refused lately, at whichever company, and how this company fares. They run as
-- the owner of the tables and tell nothing but the numbers. A charge that was never sent, or never
-- seen by the processor, was refused by nobody. One under way counts, so that a hundred at once are
-- not a hundred.
create function refusals_of_address(asked text, since timestamptz, in_flight_since timestamptz)
  returns bigint language sql stable security definer set search_path = public, pg_temp
begin atomic
  select (select count(*) from attempts
      where client_address = asked and created_at > since and initiator = 'CIT'
        and ((state = 'FAILED' and coalesce(response_code, '') not in ('not_sent', 'never_seen'))
          or (state in ('CREATED', 'SENT') and created_at > in_flight_since)))
    + (select count(*) from method_setups
      where evidence ->> 'ipAddress' = asked and created_at > since and is_new
        and (state = 'FAILED' or (state = 'SENT' and created_at > in_flight_since)));
end;
--> statement-breakpoint
create function tries_of_own_company(since timestamptz, out tries bigint, out refusals bigint)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(*),
    count(*) filter (where state = 'FAILED'
      and coalesce(response_code, '') not in ('not_sent', 'never_seen'))
  from attempts
  where company_id = current_company_id() and created_at > since and initiator = 'CIT';
end;
--> statement-breakpoint
revoke all on function refusals_of_address(text, timestamptz, timestamptz) from public;
revoke all on function tries_of_own_company(timestamptz) from public;
grant execute on function refusals_of_address(text, timestamptz, timestamptz) to quittance_portal;
grant execute on function tries_of_own_company(timestamptz) to quittance_portal;
