-- brief: only a new table
CREATE TABLE "invoice_attachments" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_attachments_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "attachment_type_is_known" CHECK ("invoice_attachments"."type" in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp')),
	CONSTRAINT "attachment_has_its_size" CHECK ("invoice_attachments"."size" = octet_length("invoice_attachments"."content")),
	CONSTRAINT "attachment_is_within_the_limit" CHECK ("invoice_attachments"."size" between 1 and 10485760)
);
--> statement-breakpoint
ALTER TABLE "invoice_attachments" ADD CONSTRAINT "invoice_attachments_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_of_invoice" ON "invoice_attachments" USING btree ("company_id","invoice_id","created_at","id");--> statement-breakpoint
-- The files are compressed already.
alter table invoice_attachments alter column content set storage external;
grant select on invoice_attachments to quittance_portal;
grant insert, delete on invoice_attachments to quittance_provider;
alter table invoice_attachments enable row level security;
create policy own_rows on invoice_attachments to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
