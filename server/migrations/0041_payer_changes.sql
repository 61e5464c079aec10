-- Changes of upcoming charges by payers (ADR 0092, 0093). Servers of the previous release keep the defaults.
CREATE TABLE "calendar_feeds" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_company_id_customer_id_pk" PRIMARY KEY("company_id","customer_id"),
	CONSTRAINT "calendar_feed_token_is_unique" UNIQUE("token_hash","company_id")
);
--> statement-breakpoint
CREATE TABLE "plan_pauses" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"months" integer NOT NULL,
	"dates" jsonb NOT NULL,
	"note" text,
	"state" text NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "plan_pauses_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "pause_state_is_known" CHECK ("plan_pauses"."state" in ('OPEN', 'GRANTED', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "pause_is_1_to_6_months" CHECK ("plan_pauses"."months" between 1 and 6)
);
--> statement-breakpoint
ALTER TABLE "auto_pay_charges" DROP CONSTRAINT "auto_pay_state_is_known";--> statement-breakpoint
ALTER TABLE "capabilities" ADD COLUMN "recovers_attempt_id" uuid;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD COLUMN "moved_from_on" date;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD COLUMN "skips" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "installments" ADD COLUMN "moved_from_on" date;--> statement-breakpoint
ALTER TABLE "installments" ADD COLUMN "skips" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "day_of_month" integer;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "skips" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "day_changes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "pauses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "moved_from_on" date;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "skips" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "charge_rules" jsonb;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_pauses" ADD CONSTRAINT "plan_pauses_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_pauses" ADD CONSTRAINT "plan_pauses_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_pauses" ADD CONSTRAINT "plan_pauses_company_id_plan_id_plans_company_id_id_fk" FOREIGN KEY ("company_id","plan_id") REFERENCES "public"."plans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_pauses" ADD CONSTRAINT "plan_pauses_company_id_mandate_id_mandates_company_id_id_fk" FOREIGN KEY ("company_id","mandate_id") REFERENCES "public"."mandates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_pause_per_plan" ON "plan_pauses" USING btree ("company_id","plan_id") WHERE "plan_pauses"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "pauses_by_time" ON "plan_pauses" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "pauses_of_customer" ON "plan_pauses" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "planned_auto_pay_charges_of_customer" ON "auto_pay_charges" USING btree ("company_id","customer_id") WHERE "auto_pay_charges"."state" = 'LIVE';--> statement-breakpoint
CREATE UNIQUE INDEX "an_invoice_is_excluded_from_auto_pay_once" ON "auto_pay_charges" USING btree ("company_id","invoice_id") WHERE "auto_pay_charges"."state" = 'EXCLUDED';--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "auto_pay_state_is_known" CHECK ("auto_pay_charges"."state" in ('LIVE', 'DONE', 'CANCELED', 'GAVE_UP', 'EXCLUDED'));--> statement-breakpoint
-- The payer's own changes: days, the number of installments, and those that are no longer needed.
grant update (charge_on, moved_from_on, skips) on schedules to quittance_portal;
grant update (moved_from_on, skips) on auto_pay_charges to quittance_portal;
grant update (count, ends_on, day_of_month, skips, day_changes, pauses) on plans to quittance_portal;
grant update (due_on, moved_from_on, skips), delete on installments to quittance_portal;
grant update (charge_rules) on companies to quittance_provider;
grant select, insert, update (state, note, answer, answered_at) on plan_pauses to quittance_portal;
grant select, insert, update (token_hash, created_at), delete on calendar_feeds to quittance_portal;
alter table plan_pauses enable row level security;
create policy own_rows on plan_pauses to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter table calendar_feeds enable row level security;
create policy own_rows on calendar_feeds to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
