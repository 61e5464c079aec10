-- brief: a new table
CREATE TABLE "metadata" (
	"company_id" uuid NOT NULL,
	"object_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "one_metadata_per_object" PRIMARY KEY("company_id","object_id")
);
--> statement-breakpoint
ALTER TABLE "metadata" ADD CONSTRAINT "metadata_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "metadata_of_a_customer" ON "metadata" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "metadata_by_value" ON "metadata" USING gin ("data" jsonb_path_ops);--> statement-breakpoint
grant select, insert, update, delete on metadata to quittance_provider;
alter table metadata enable row level security;
create policy own_company on metadata to quittance_provider using (company_id = current_company_id());
