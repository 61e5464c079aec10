-- References that are compared without regard to case are columns: row-level security keeps `lower(...)` out of index
-- conditions, and an import looks up every row.
DROP INDEX "contract_ref_is_unique_in_company";--> statement-breakpoint
DROP INDEX "project_ref_is_unique_in_company";--> statement-breakpoint
DROP INDEX "estimates_of_project";--> statement-breakpoint
DROP INDEX "orders_of_project";--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "contract_ref_key" text GENERATED ALWAYS AS (lower(contract_ref)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "estimate_ref_key" text GENERATED ALWAYS AS (lower(estimate_ref)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "order_ref_key" text GENERATED ALWAYS AS (lower(order_ref)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "project_ref_key" text GENERATED ALWAYS AS (lower(project_ref)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "estimates_of_project" ON "estimates" USING btree ("company_id","project_id","estimate_ref_key");--> statement-breakpoint
CREATE INDEX "orders_of_project" ON "orders" USING btree ("company_id","project_id","order_ref_key");--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contract_ref_is_unique_in_company" UNIQUE("company_id","contract_ref_key");--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "project_ref_is_unique_in_company" UNIQUE("company_id","project_ref_key");