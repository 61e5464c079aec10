CREATE TABLE "event_counters" (
	"company_id" uuid NOT NULL,
	"object_id" uuid NOT NULL,
	"last" bigint NOT NULL,
	CONSTRAINT "event_counters_company_id_object_id_pk" PRIMARY KEY("company_id","object_id")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"company_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"id" uuid NOT NULL,
	"number" bigint,
	"type" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_events_company_id_position_pk" PRIMARY KEY("company_id","position")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"company_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_position" bigint NOT NULL,
	"object_id" uuid NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"status" integer,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "delivery_state_is_known" CHECK ("webhook_deliveries"."state" in ('PENDING', 'DELIVERED', 'GIVEN_UP'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"types" text[],
	"state" text NOT NULL,
	"secret_sealed" text,
	"old_secret_sealed" text,
	"old_secret_until" timestamp with time zone,
	"fanned_out_to" bigint NOT NULL,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "endpoint_state_is_known" CHECK ("webhook_endpoints"."state" in ('ACTIVE', 'PAUSED', 'DELETED')),
	CONSTRAINT "endpoint_has_a_secret_until_it_is_deleted" CHECK (("webhook_endpoints"."state" = 'DELETED') = ("webhook_endpoints"."secret_sealed" is null))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_company_id_endpoint_id_webhook_endpoints_company_id_id_fk" FOREIGN KEY ("company_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_number_is_unique_in_company" ON "provider_events" USING btree ("company_id","number") WHERE "provider_events"."number" is not null;--> statement-breakpoint
CREATE INDEX "events_to_number" ON "provider_events" USING btree ("company_id","position") WHERE "provider_events"."number" is null;--> statement-breakpoint
CREATE INDEX "events_by_time" ON "provider_events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "deliveries_by_time" ON "webhook_deliveries" USING btree ("company_id","endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_to_send" ON "webhook_deliveries" USING btree ("company_id","endpoint_id","next_try_at") WHERE "webhook_deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_in_order" ON "webhook_deliveries" USING btree ("company_id","endpoint_id","object_id","position") WHERE "webhook_deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_of_event" ON "webhook_deliveries" USING btree ("company_id","event_position");--> statement-breakpoint
create sequence event_positions;
--> statement-breakpoint
-- The only access to the counters. The counter of an object is locked until the transaction ends, and the position is
-- taken under that lock: events of an object are committed in the order of their positions.
create function next_event_place(company uuid, object uuid, out sequence bigint, out place bigint)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if company <> current_company_id() then
    raise insufficient_privilege using message = 'events belong to the company of the transaction';
  end if;
  insert into event_counters as counter (company_id, object_id, last) values (company, object, 1)
    on conflict (company_id, object_id) do update set last = counter.last + 1
    returning last into sequence;
  place := nextval('event_positions');
end
$$;
--> statement-breakpoint
-- Numbers events that are committed and not numbered yet, and returns how many. One transaction at a time does it for a
-- company, so that an event which is committed later has a higher number than every event that was read before.
create function number_events(company uuid, row_limit integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
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
  end if;
  return numbered;
end
$$;
--> statement-breakpoint
revoke all on function next_event_place(uuid, uuid) from public;
revoke all on function number_events(uuid, integer) from public;
grant execute on function next_event_place(uuid, uuid) to quittance_portal;
grant execute on function number_events(uuid, integer) to quittance_provider;
grant insert on provider_events to quittance_portal;
grant select on provider_events to quittance_provider;
grant select, insert, update (
    url, types, state, secret_sealed, old_secret_sealed, old_secret_until, fanned_out_to, failing_since
  ) on webhook_endpoints to quittance_provider;
grant select, insert, update (
    state, tries, next_try_at, status, failure, finished_at
  ) on webhook_deliveries to quittance_provider;
--> statement-breakpoint
alter table event_counters enable row level security;
alter table provider_events enable row level security;
alter table webhook_endpoints enable row level security;
alter table webhook_deliveries enable row level security;
create policy own_company_writes on provider_events for insert to quittance_portal
  with check (company_id = (select current_company_id()));
create policy own_company_reads on provider_events for select to quittance_provider
  using (company_id = (select current_company_id()));
create policy own_company on webhook_endpoints to quittance_provider
  using (company_id = (select current_company_id()));
create policy own_company on webhook_deliveries to quittance_provider
  using (company_id = (select current_company_id()));
