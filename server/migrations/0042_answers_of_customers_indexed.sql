-- brief: the index is built concurrently
CREATE INDEX CONCURRENTLY "provider_calls_of_customer" ON "provider_calls" USING btree ("company_id","customer_id") WHERE "provider_calls"."customer_id" is not null or "provider_calls"."is_of_many";
--> statement-breakpoint
DROP INDEX CONCURRENTLY "provider_calls_of_object";
