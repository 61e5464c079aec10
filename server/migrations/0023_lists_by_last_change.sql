-- brief: the indexes are built concurrently
-- Customers and payments are listed and filtered by the time of their last change.
CREATE INDEX CONCURRENTLY "customers_by_last_change" ON "customers" USING btree ("company_id",(case when "updated_at" is null then "created_at" else "updated_at" end),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "attempts_by_last_change" ON "attempts" USING btree ("company_id",(case when "updated_at" is null then "created_at" else "updated_at" end),"id");
