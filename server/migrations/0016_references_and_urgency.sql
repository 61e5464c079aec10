ALTER TABLE "companies" DROP CONSTRAINT "company_domain_is_unique";--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "customer_ref_is_unique_in_company";--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "account_ref_is_unique_in_company";--> statement-breakpoint
ALTER TABLE "contracts" DROP CONSTRAINT "contract_ref_is_unique_in_company";--> statement-breakpoint
ALTER TABLE "projects" DROP CONSTRAINT "project_ref_is_unique_in_company";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "customer_ref_key" text GENERATED ALWAYS AS (lower(customer_ref)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "account_ref_key" text GENERATED ALWAYS AS (lower(account_ref)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "urgency" integer GENERATED ALWAYS AS (case
  when status in ('IN_COLLECTION', 'DEFAULTED') then 0
  when status in ('DUE') then 1000000
  when status in ('COLLECTED', 'PAYMENT_PLAN_COLLECTED') then 4000000
  when status = 'DRAFT' then 5000000
  else 2000000
end + case
  when status in ('COLLECTED', 'PAYMENT_PLAN_COLLECTED') then date '1970-01-01' - due_on
  else due_on - date '1970-01-01'
end) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "company_domain_is_unique" ON "companies" USING btree (lower("domain"));--> statement-breakpoint
CREATE INDEX "invoices_by_urgency" ON "invoices" USING btree ("company_id","customer_id","urgency","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contract_ref_is_unique_in_company" ON "contracts" USING btree ("company_id",lower("contract_ref"));--> statement-breakpoint
CREATE UNIQUE INDEX "project_ref_is_unique_in_company" ON "projects" USING btree ("company_id",lower("project_ref"));--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customer_ref_is_unique_in_company" UNIQUE("company_id","customer_ref_key");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "account_ref_is_unique_in_company" UNIQUE("company_id","account_ref_key");