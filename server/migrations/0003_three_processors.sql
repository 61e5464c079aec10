CREATE TABLE "field_sessions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"token_sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "field_sessions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "mandates" ALTER COLUMN "method_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "processor_customer" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "order_sealed" text;--> statement-breakpoint
ALTER TABLE "field_sessions" ADD CONSTRAINT "field_sessions_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_sessions" ADD CONSTRAINT "field_sessions_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
grant update (order_sealed) on attempts to quittance_portal;
grant select, insert on field_sessions to quittance_portal;
alter table field_sessions enable row level security;
create policy own_rows on field_sessions to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
