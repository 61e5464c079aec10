-- brief: a new table
-- Contacts that receive copies of a customer's emails (R94).
CREATE TABLE "copy_contacts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"address" text NOT NULL,
	"address_key" text collate "C" GENERATED ALWAYS AS (lower(address)) STORED NOT NULL,
	"role" text NOT NULL,
	"muted" text[] DEFAULT '{}' NOT NULL,
	"bounced_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "copy_contacts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "copy_contact_is_once_per_customer" UNIQUE("company_id","customer_id","address_key"),
	CONSTRAINT "copy_contact_role_is_known" CHECK ("copy_contacts"."role" in ('BILLING', 'COPY')),
	CONSTRAINT "muted_copies_are_known" CHECK ("copy_contacts"."muted" <@ array['INVOICES', 'REMINDERS', 'RECEIPTS'])
);
--> statement-breakpoint
ALTER TABLE "copy_contacts" ADD CONSTRAINT "copy_contacts_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
alter table copy_contacts enable row level security;--> statement-breakpoint
create policy own_rows on copy_contacts to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));--> statement-breakpoint
grant select, insert, update (address, role, muted, bounced_at, removed_at), delete
  on copy_contacts to quittance_portal;
