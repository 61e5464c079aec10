CREATE TABLE "billing_changes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_changes_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "billing_change_kind_is_known" CHECK ("billing_changes"."kind" in ('REBILLED', 'REOPENED')),
	CONSTRAINT "billing_change_changes_something" CHECK ("billing_changes"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "history_entries" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"fact" text NOT NULL,
	"content" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "history_entries_company_id_customer_id_position_pk" PRIMARY KEY("company_id","customer_id","position"),
	CONSTRAINT "history_tells_a_fact_once" UNIQUE("company_id","customer_id","fact")
);
--> statement-breakpoint
CREATE TABLE "history_progress" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"audit_position" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_changes" ADD CONSTRAINT "billing_changes_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_changes_of_customer" ON "billing_changes" USING btree ("company_id","customer_id","at","id");--> statement-breakpoint
CREATE INDEX "billing_changes_of_invoice" ON "billing_changes" USING btree ("company_id","invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_of_customer_by_opening" ON "invoices" USING btree ("company_id","customer_id","opened_on","id");--> statement-breakpoint
CREATE INDEX "postings_of_customer" ON "postings" USING btree ("company_id","customer_id","at","id");--> statement-breakpoint
grant select, insert on billing_changes to quittance_portal;
alter table billing_changes enable row level security;
create policy own_rows on billing_changes to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
-- Only the job that chains them writes histories; their customers read them.
grant select on history_entries to quittance_portal;
alter table history_entries enable row level security;
create policy own_rows on history_entries to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter table history_progress enable row level security;
