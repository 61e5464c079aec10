-- compatible: the previous version writes neither of the tables nor a purpose or kind that it does not know.
CREATE TABLE "attempt_parts" (
	"company_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"credit_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"owed_again_cents" bigint DEFAULT 0 NOT NULL,
	"is_open" boolean NOT NULL,
	CONSTRAINT "attempt_parts_company_id_attempt_id_invoice_id_pk" PRIMARY KEY("company_id","attempt_id","invoice_id"),
	CONSTRAINT "part_amount_is_positive" CHECK ("attempt_parts"."amount_cents" > 0),
	CONSTRAINT "part_fee_is_not_negative" CHECK ("attempt_parts"."fee_cents" >= 0),
	CONSTRAINT "part_credit_is_within_its_amount" CHECK ("attempt_parts"."credit_cents" between 0 and "attempt_parts"."amount_cents"),
	CONSTRAINT "part_is_refunded_within_its_amount" CHECK ("attempt_parts"."refunded_cents" between 0 and "attempt_parts"."amount_cents"),
	CONSTRAINT "part_owed_again_was_refunded" CHECK ("attempt_parts"."owed_again_cents" between 0 and "attempt_parts"."refunded_cents")
);
--> statement-breakpoint
CREATE TABLE "request_invoices" (
	"company_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "request_invoices_company_id_request_id_invoice_id_pk" PRIMARY KEY("company_id","request_id","invoice_id"),
	CONSTRAINT "selected_amount_is_positive" CHECK ("request_invoices"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "requests" DROP CONSTRAINT "request_kind_is_known";--> statement-breakpoint
ALTER TABLE "attempts" DROP CONSTRAINT "attempt_purpose_is_known";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "attempt_parts" ADD CONSTRAINT "attempt_parts_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_parts" ADD CONSTRAINT "attempt_parts_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_invoices" ADD CONSTRAINT "request_invoices_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_invoices" ADD CONSTRAINT "request_invoices_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parts_of_invoice" ON "attempt_parts" USING btree ("company_id","invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_attempt_per_part" ON "attempt_parts" USING btree ("company_id","invoice_id") WHERE "attempt_parts"."is_open";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "request_kind_is_known" CHECK ("requests"."kind" in ('INVOICE', 'PARTIAL', 'ESTIMATE', 'INVOICES'));--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_purpose_is_known" CHECK ("attempts"."purpose" in ('FULL_AMOUNT', 'OWN_AMOUNT', 'PLAN', 'EXTENSION', 'PARTIAL', 'ESTIMATE', 'INVOICES'));--> statement-breakpoint
-- Nothing of a selection changes. Parts are written with their attempt; settlement closes them and notes what went back.
grant select, insert on request_invoices to quittance_portal;
grant select, insert, update (credit_cents, refunded_cents, owed_again_cents, is_open)
  on attempt_parts to quittance_portal;
alter table request_invoices enable row level security;
alter table attempt_parts enable row level security;
create policy own_rows on request_invoices to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on attempt_parts to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
-- A payment on several invoices tells of all of them in one statement.
grant execute on function next_event_places(uuid, uuid[]) to quittance_portal;
