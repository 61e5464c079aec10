-- brief: the index is built concurrently
-- Invoices are listed and filtered by the time of their last change.
CREATE INDEX CONCURRENTLY "invoices_by_last_change" ON "invoices" USING btree ("company_id",(case when "updated_at" is null then "created_at" else "updated_at" end),"id");
