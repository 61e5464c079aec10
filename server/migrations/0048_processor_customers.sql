-- brief: new columns have no default, and only rows of saved methods are read
-- What the portal created at a processor is deleted with the last method (R54). A restore marks persons to erase again.
CREATE TABLE "processor_customers" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"processor" text NOT NULL,
	"forget_at" timestamp with time zone,
	"is_kept" boolean DEFAULT false NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"leased_by" uuid,
	CONSTRAINT "processor_customers_company_id_customer_id_processor_pk" PRIMARY KEY("company_id","customer_id","processor"),
	CONSTRAINT "customer_processor_is_known" CHECK ("processor_customers"."processor" ~ '^[a-z][a-z0-9]{1,30}$')
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "erase_again_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "processor_customers" ADD CONSTRAINT "processor_customers_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "processor_customers_to_forget" ON "processor_customers" USING btree ("forget_at");--> statement-breakpoint
alter table processor_customers enable row level security;
create policy own_rows on processor_customers to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
grant select, insert, update (forget_at, is_kept, tries, leased_by), delete on processor_customers to quittance_portal;
--> statement-breakpoint
-- Customers that earlier releases left at a processor are deleted with the first sweep.
insert into processor_customers (company_id, customer_id, processor, forget_at)
  select distinct company_id, customer_id, processor, now() from payment_methods;
create trigger not_of_an_erased_customer before insert on processor_customers
  for each row execute function refuse_erased_customer();
