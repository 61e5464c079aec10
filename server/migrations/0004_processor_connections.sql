-- A company may exist before its processor account, and the connection to the account is checked regularly.
CREATE TABLE "processor_connections" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone,
	"problem" text,
	"problem_since" timestamp with time zone,
	"detail" text,
	"last_event_at" timestamp with time zone,
	"refused_events" integer DEFAULT 0 NOT NULL,
	"check_at" timestamp with time zone NOT NULL,
	"leased_by" uuid,
	CONSTRAINT "connection_problem_is_known" CHECK ("processor_connections"."problem" in ('KEY_REFUSED', 'NO_RESPONSE', 'EVENTS_REFUSED', 'NO_EVENTS')),
	CONSTRAINT "connection_problem_has_its_time" CHECK (("processor_connections"."problem" is null) = ("processor_connections"."problem_since" is null))
);
--> statement-breakpoint
ALTER TABLE "company_secrets" ALTER COLUMN "processor_key_sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "processor_connections" ADD CONSTRAINT "processor_connections_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_to_check" ON "processor_connections" USING btree ("check_at");--> statement-breakpoint
CREATE INDEX "broken_connections" ON "processor_connections" USING btree ("company_id") WHERE "processor_connections"."problem" is not null;--> statement-breakpoint
grant select on processor_connections to quittance_provider;
alter table processor_connections enable row level security;
create policy own_company on processor_connections to quittance_provider using (company_id = current_company_id());
