DROP INDEX "contracts_of_customer";--> statement-breakpoint
DROP INDEX "projects_of_customer";--> statement-breakpoint
CREATE INDEX "invoices_of_customer_by_time" ON "invoices" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_by_status" ON "invoices" USING btree ("company_id","status","created_at","id") WHERE "invoices"."status" <> 'COLLECTED';--> statement-breakpoint
CREATE INDEX "attempts_by_state" ON "attempts" USING btree ("company_id","state","created_at","id") WHERE "attempts"."state" <> 'SUCCEEDED';--> statement-breakpoint
CREATE INDEX "contracts_of_customer" ON "contracts" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_of_customer" ON "projects" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
-- A company moves a scheduled payment to a later day (ADR 0073).
grant update (charge_on) on schedules to quittance_provider;
