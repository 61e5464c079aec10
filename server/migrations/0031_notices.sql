CREATE TABLE "company_mail_progress" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"noticed_to" bigint DEFAULT 0 NOT NULL,
	"summarized_on" date
);
--> statement-breakpoint
CREATE TABLE "company_notices" (
	"company_id" uuid NOT NULL,
	"event_position" bigint NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "company_notices_company_id_event_position_pk" PRIMARY KEY("company_id","event_position"),
	CONSTRAINT "notice_kind_is_known" CHECK ("company_notices"."kind" in ('PAID', 'RETURNED', 'HELD', 'DISPUTED', 'ENDPOINT_PAUSED'))
);
--> statement-breakpoint
DROP INDEX "mails_to_deliver";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "notices" jsonb;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "is_bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "company_mail_progress" ADD CONSTRAINT "company_mail_progress_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_to_mail" ON "company_notices" USING btree ("company_id","kind","event_position") WHERE "company_notices"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "notices_by_mail" ON "company_notices" USING btree ("company_id","kind","mailed_at");--> statement-breakpoint
CREATE INDEX "bulk_mails_to_deliver" ON "outbox" USING btree ("company_id","id") WHERE "outbox"."delivered_at" is null and is_bulk;--> statement-breakpoint
CREATE INDEX "mails_to_deliver" ON "outbox" USING btree ("id") WHERE "outbox"."delivered_at" is null and topic in ('mail', 'sign_in_asked', 'link_asked') and not is_bulk;--> statement-breakpoint
-- What happened before is not told any more.
insert into company_mail_progress (company_id, noticed_to)
select company.company_id, coalesce(counter.last, 0) + (
    select count(*) from provider_events event
    where event.company_id = company.company_id and event.number is null)
from companies company left join event_counters counter
  on counter.company_id = company.company_id and counter.object_id = company.company_id;
--> statement-breakpoint
grant update (held_at) on attempts to quittance_portal;
grant update (notices) on companies to quittance_provider;
grant select, insert, update (mailed_at) on company_notices to quittance_provider;
grant select, insert, update (noticed_to, summarized_on) on company_mail_progress to quittance_provider;
alter table company_notices enable row level security;
alter table company_mail_progress enable row level security;
create policy own_company on company_notices to quittance_provider
  using (company_id = (select current_company_id()));
create policy own_company on company_mail_progress to quittance_provider
  using (company_id = (select current_company_id()));
