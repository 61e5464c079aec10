-- brief: nothing was released before this version, so no installation has many rows
-- Processes, last job runs and alarms, for the operator; and the newest reconciliation of each company.
CREATE SCHEMA "operator";
--> statement-breakpoint
CREATE TABLE "operator"."job_runs" (
	"task" text PRIMARY KEY NOT NULL,
	"succeeded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"findings" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator"."alarms" (
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"announced_at" timestamp with time zone,
	CONSTRAINT "alarms_name_subject_pk" PRIMARY KEY("name","subject")
);
--> statement-breakpoint
CREATE TABLE "operator"."processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"role" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped_at" timestamp with time zone,
	"measures" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "latest_reconciliations" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"processor" text NOT NULL,
	"finished_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "latest_reconciliations_by_age" ON "latest_reconciliations" USING btree ("finished_at");--> statement-breakpoint
alter table operator.processes enable row level security;
alter table operator.job_runs enable row level security;
alter table operator.alarms enable row level security;
alter table latest_reconciliations enable row level security;
grant select, insert, update (processor, finished_at) on latest_reconciliations to quittance_portal;
create policy company_only on latest_reconciliations to quittance_portal
  using (company_id = current_company_id() and current_customer_id() is null);
insert into latest_reconciliations (company_id, processor, finished_at)
  select distinct on (company_id) company_id, processor, finished_at from reconciliations
  order by company_id, finished_at desc;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "is_behind" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "endpoints_behind" ON "webhook_endpoints" USING btree ("company_id") WHERE "webhook_endpoints"."is_behind";--> statement-breakpoint
grant update (is_behind) on webhook_endpoints to quittance_provider;
create or replace function number_events(company uuid, row_limit integer) returns integer
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  head bigint;
  numbered integer;
begin
  if company <> current_company_id() then
    raise insufficient_privilege using message = 'events belong to the company of the transaction';
  end if;
  insert into event_counters (company_id, object_id, last) values (company, company, 0)
    on conflict do nothing;
  select last into head from event_counters
    where company_id = company and object_id = company for update;
  with waiting as (
    select position from provider_events
    where company_id = company and number is null order by position limit row_limit
  ), placed as (
    select position, row_number() over (order by position) as place from waiting
  )
  update provider_events as event set number = head + placed.place
    from placed where event.company_id = company and event.position = placed.position;
  get diagnostics numbered = row_count;
  if numbered > 0 then
    update event_counters set last = head + numbered
      where company_id = company and object_id = company;
    update webhook_endpoints set is_behind = true
      where company_id = company and state <> 'DELETED' and not is_behind;
  end if;
  return numbered;
end
$$;
