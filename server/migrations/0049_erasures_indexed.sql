-- brief: the indexes are built concurrently
CREATE INDEX CONCURRENTLY "customers_to_erase_again" ON "customers" USING btree ("company_id") WHERE "customers"."erase_again_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_by_erasure" ON "customers" USING btree ("erased_at") WHERE "customers"."erased_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "copy_contacts_by_address" ON "copy_contacts" USING btree ("company_id","address_key");
