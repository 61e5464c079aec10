CREATE INDEX "contracts_by_time" ON "contracts" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_by_time" ON "projects" USING btree ("company_id","created_at","id");--> statement-breakpoint
grant insert, update (project_name, status) on projects to quittance_provider;
grant insert on orders, estimates, contracts to quittance_provider;
