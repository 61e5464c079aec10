CREATE TABLE "intents" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"invoice_id" uuid,
	"customer_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"processor" text NOT NULL,
	"state" text NOT NULL,
	"quotes" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	"processor_reference" text,
	"next_check_at" timestamp with time zone,
	"check_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "intents_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "intent_state_is_known" CHECK ("intents"."state" in ('PREPARED', 'OFFERED', 'MOVED', 'CANCELED')),
	CONSTRAINT "open_intent_has_a_next_check" CHECK (("intents"."state" in ('PREPARED', 'OFFERED')) = ("intents"."next_check_at" is not null)),
	CONSTRAINT "offered_intent_is_at_the_processor" CHECK ("intents"."state" not in ('OFFERED', 'MOVED') or "intents"."processor_reference" is not null)
);
--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_intent_per_request" ON "intents" USING btree ("company_id","request_id") WHERE "intents"."state" in ('PREPARED', 'OFFERED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_intent_per_invoice" ON "intents" USING btree ("company_id","invoice_id") WHERE "intents"."state" in ('PREPARED', 'OFFERED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_intent_per_processor_intent" ON "intents" USING btree ("company_id","processor","processor_reference") WHERE "intents"."processor_reference" is not null;--> statement-breakpoint
CREATE INDEX "intents_of_request" ON "intents" USING btree ("company_id","request_id","created_at");--> statement-breakpoint
CREATE INDEX "open_intents_of_customer" ON "intents" USING btree ("company_id","customer_id") WHERE "intents"."state" in ('PREPARED', 'OFFERED');--> statement-breakpoint
CREATE INDEX "intents_to_check" ON "intents" USING btree ("next_check_at") WHERE "intents"."state" in ('PREPARED', 'OFFERED');--> statement-breakpoint
grant select, insert, update (
    state, quotes, processor_reference, next_check_at, check_count, settled_at
  ) on intents to quittance_portal;
--> statement-breakpoint
alter table intents enable row level security;
--> statement-breakpoint
create policy own_rows on intents to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
