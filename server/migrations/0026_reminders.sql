CREATE TABLE "invoice_reminders" (
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"days" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_reminders_company_id_invoice_id_days_pk" PRIMARY KEY("company_id","invoice_id","days")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "reminders" jsonb;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_to_remind_of" ON "invoices" USING btree ("company_id","due_on","id") WHERE "invoices"."status" in ('DUE', 'IN_COLLECTION');--> statement-breakpoint
grant update (reminders) on companies to quittance_provider;
create policy own_company_changes on companies for update to quittance_provider
  using (company_id = (select current_company_id()));
grant select, insert on invoice_reminders to quittance_provider;
alter table invoice_reminders enable row level security;
create policy own_company on invoice_reminders to quittance_provider
  using (company_id = (select current_company_id()));
