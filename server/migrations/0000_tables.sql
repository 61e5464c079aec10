CREATE TABLE "capabilities" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"request_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"use_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "capabilities_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "capability_token_is_unique" UNIQUE("token_hash"),
	CONSTRAINT "capability_scope_is_known" CHECK ("capabilities"."scope" in ('view', 'pay'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "sessions_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "session_token_is_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "installments" (
	"company_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"due_on" date NOT NULL,
	"principal_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"cost_cents" bigint NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "installments_company_id_plan_id_index_pk" PRIMARY KEY("company_id","plan_id","index"),
	CONSTRAINT "installment_status_is_known" CHECK ("installments"."status" in ('OPEN', 'PENDING', 'SUCCESS', 'FAILED', 'CANCELED')),
	CONSTRAINT "installment_cost_is_principal_plus_fee" CHECK ("installments"."cost_cents" = "installments"."principal_cents" + "installments"."fee_cents" and "installments"."cost_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"count" integer NOT NULL,
	"anchor_on" date NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "plans_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "plan_state_is_known" CHECK ("plans"."state" in ('LIVE', 'PAID_OFF', 'CANCELED', 'SUSPENDED', 'DEFAULTED')),
	CONSTRAINT "plan_has_2_to_12_parts" CHECK ("plans"."count" between 2 and 12)
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"charge_on" date NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "schedules_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "schedule_state_is_known" CHECK ("schedules"."state" in ('LIVE', 'DONE', 'CANCELED', 'SUSPENDED', 'GAVE_UP')),
	CONSTRAINT "schedule_amount_is_positive" CHECK ("schedules"."amount_cents" > 0 and "schedules"."fee_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"name" text NOT NULL,
	"dba" text,
	"legal_name" text,
	"logo_url" text,
	"main_color" text NOT NULL,
	"secondary_color" text NOT NULL,
	"processor" text NOT NULL,
	"processor_data" jsonb NOT NULL,
	"stripe_id" text,
	"rules" jsonb NOT NULL,
	"fee_settings" jsonb NOT NULL,
	"is_fee_payer_company" boolean NOT NULL,
	"preference" jsonb NOT NULL,
	"time_zone" text DEFAULT 'America/New_York' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_domain_is_unique" UNIQUE("domain"),
	CONSTRAINT "company_processor_is_known" CHECK ("companies"."processor" in ('stripe', 'payengine', 'fiserv')),
	CONSTRAINT "company_colors_are_hex" CHECK ("companies"."main_color" ~ '^#[0-9a-fA-F]{6}$' and "companies"."secondary_color" ~ '^#[0-9a-fA-F]{6}$'),
	CONSTRAINT "card_fee_is_at_most_4_percent" CHECK (("companies"."fee_settings" ->> 'card')::int between 0 and 400)
);
--> statement-breakpoint
CREATE TABLE "company_secrets" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"processor_key_sealed" text NOT NULL,
	"webhook_secret_sealed" text
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"type" text NOT NULL,
	"value" text NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"verified_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removal_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contacts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "contact_type_is_known" CHECK ("contacts"."type" in ('EMAIL', 'PHONE'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"customer_ref" text NOT NULL,
	"internal_ref" text NOT NULL,
	"born_on" date,
	"auto_pay_method_id" uuid,
	"is_auto_pay_active" boolean DEFAULT false NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "customer_ref_is_unique_in_company" UNIQUE("company_id","customer_ref"),
	CONSTRAINT "customer_internal_ref_is_unique_in_company" UNIQUE("company_id","internal_ref"),
	CONSTRAINT "active_auto_pay_names_a_method" CHECK (not "customers"."is_auto_pay_active" or "customers"."auto_pay_method_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "mandates" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"text_version" text NOT NULL,
	"cap_cents" bigint NOT NULL,
	"authorised_from_on" date NOT NULL,
	"evidence" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "mandates_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "mandate_cap_is_positive" CHECK ("mandates"."cap_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"processor" text NOT NULL,
	"kind" text NOT NULL,
	"brand" text,
	"last4" text NOT NULL,
	"expires_month" integer,
	"expires_year" integer,
	"token_sealed" text NOT NULL,
	"scheme_reference" text,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "payment_methods_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "method_processor_is_known" CHECK ("payment_methods"."processor" in ('stripe', 'payengine', 'fiserv')),
	CONSTRAINT "method_kind_is_known" CHECK ("payment_methods"."kind" in ('card', 'ach')),
	CONSTRAINT "method_state_is_known" CHECK ("payment_methods"."state" in ('active', 'disabled', 'removed')),
	CONSTRAINT "method_last4_is_four_digits" CHECK ("payment_methods"."last4" ~ '^[0-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"project_id" uuid,
	"contract_id" uuid,
	"account_ref" text NOT NULL,
	"internal_ref" text NOT NULL,
	"product_name" text NOT NULL,
	"description" text,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"due_on" date NOT NULL,
	"opened_on" date NOT NULL,
	"status" text NOT NULL,
	"status_before" text,
	"negotiation" jsonb,
	"attached_method_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoices_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "account_ref_is_unique_in_company" UNIQUE("company_id","account_ref"),
	CONSTRAINT "invoice_internal_ref_is_unique_in_company" UNIQUE("company_id","internal_ref"),
	CONSTRAINT "invoice_status_is_known" CHECK ("invoices"."status" in ('IN_COLLECTION', 'PENDING', 'COLLECTED', 'DEFAULTED', 'PAYMENT_PLAN_IN_PROGRESS', 'PAYMENT_PLAN_COLLECTED', 'PAYMENT_EXTENSION', 'DISPUTED', 'DUE', 'DRAFT')),
	CONSTRAINT "invoice_total_is_positive" CHECK ("invoices"."total_cents" > 0),
	CONSTRAINT "invoice_is_paid_within_its_total" CHECK ("invoices"."paid_cents" between 0 and "invoices"."total_cents"),
	CONSTRAINT "pending_invoice_knows_its_status_before" CHECK ("invoices"."status" <> 'PENDING' or "invoices"."status_before" is not null)
);
--> statement-breakpoint
CREATE TABLE "request_orders" (
	"company_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "request_orders_company_id_request_id_order_id_pk" PRIMARY KEY("company_id","request_id","order_id"),
	CONSTRAINT "requested_amount_is_positive" CHECK ("request_orders"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"invoice_id" uuid,
	"estimate_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "requests_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_request_per_invoice" UNIQUE("company_id","invoice_id"),
	CONSTRAINT "one_request_per_estimate" UNIQUE("company_id","estimate_id"),
	CONSTRAINT "request_kind_is_known" CHECK ("requests"."kind" in ('INVOICE', 'PARTIAL', 'ESTIMATE')),
	CONSTRAINT "request_names_what_it_pays" CHECK (("requests"."kind" = 'INVOICE') = ("requests"."invoice_id" is not null) and ("requests"."kind" = 'ESTIMATE') = ("requests"."estimate_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"company_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"company_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "outbox_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"company_id" uuid NOT NULL,
	"processor" text NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"reference" text,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_events_company_id_processor_event_id_pk" PRIMARY KEY("company_id","processor","event_id")
);
--> statement-breakpoint
CREATE TABLE "attempt_moves" (
	"company_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "attempt_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"attempt_id" uuid NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "attempt_moves_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"invoice_id" uuid,
	"customer_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"payment_option" text,
	"type" text NOT NULL,
	"initiator" text NOT NULL,
	"processor" text NOT NULL,
	"method" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"credit_cents" bigint NOT NULL,
	"method_id" uuid,
	"method_brand" text,
	"method_last4" text,
	"mandate_id" uuid,
	"occurrence_of" text,
	"occurrence_on" date,
	"try_number" integer,
	"processor_reference" text,
	"response_code" text,
	"response_message" text,
	"next_check_at" timestamp with time zone,
	"check_count" integer DEFAULT 0 NOT NULL,
	"client_address" text,
	"claimed_device" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "attempts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_attempt_per_occurrence_and_try" UNIQUE("company_id","occurrence_of","occurrence_on","try_number"),
	CONSTRAINT "attempt_state_is_known" CHECK ("attempts"."state" in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'RETURNED')),
	CONSTRAINT "attempt_purpose_is_known" CHECK ("attempts"."purpose" in ('FULL_AMOUNT', 'PLAN', 'EXTENSION', 'PARTIAL', 'ESTIMATE')),
	CONSTRAINT "attempt_type_is_known" CHECK ("attempts"."type" in ('CHARGE', 'PAYMENT', 'COMPENSATION', 'RETURN', 'AUTH')),
	CONSTRAINT "attempt_method_is_known" CHECK ("attempts"."method" in ('CARD', 'CASH', 'ACH', 'NEGOTIATION')),
	CONSTRAINT "attempt_processor_is_known" CHECK ("attempts"."processor" in ('stripe', 'payengine', 'fiserv', 'manual')),
	CONSTRAINT "attempt_amount_is_positive" CHECK ("attempts"."amount_cents" > 0),
	CONSTRAINT "attempt_fee_is_not_negative" CHECK ("attempts"."fee_cents" >= 0),
	CONSTRAINT "attempt_credit_is_within_its_amount" CHECK ("attempts"."credit_cents" between 0 and "attempts"."amount_cents"),
	CONSTRAINT "merchant_initiated_attempt_names_its_occurrence" CHECK ("attempts"."initiator" = 'CIT' or ("attempts"."occurrence_of" is not null and "attempts"."occurrence_on" is not null and "attempts"."try_number" is not null)),
	CONSTRAINT "open_attempt_has_a_next_check" CHECK (not ("attempts"."state" in ('SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN')) or "attempts"."next_check_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"company_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_company_id_scope_key_pk" PRIMARY KEY("company_id","scope","key")
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"company_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"attempt_id" uuid NOT NULL,
	"source" text NOT NULL,
	"destination" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "postings_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "posting_amount_is_positive" CHECK ("postings"."amount_cents" > 0),
	CONSTRAINT "posting_moves_between_two_accounts" CHECK ("postings"."source" <> "postings"."destination")
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"contract_ref" text NOT NULL,
	"type_name" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"signed_on" date NOT NULL,
	"charge_off_on" date,
	"accelerated_on" date,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contracts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "contract_ref_is_unique_in_company" UNIQUE("company_id","contract_ref"),
	CONSTRAINT "contract_status_is_known" CHECK ("contracts"."status" in ('Draft', 'Active', 'Paid Off', 'Delinquent', 'Accelerated', 'Charged Off', 'Canceled')),
	CONSTRAINT "contract_is_paid_within_its_amount" CHECK ("contracts"."paid_cents" between 0 and "contracts"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "estimates" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"estimate_ref" text NOT NULL,
	"memo" text NOT NULL,
	"status" text NOT NULL,
	"items" jsonb NOT NULL,
	"total_cents" bigint NOT NULL,
	"expires_on" date NOT NULL,
	"accepted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "estimates_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "estimate_status_is_known" CHECK ("estimates"."status" in ('Draft', 'Open', 'Pending billing', 'Processed', 'Expired', 'Canceled')),
	CONSTRAINT "estimate_total_is_positive" CHECK ("estimates"."total_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"order_ref" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "order_status_is_known" CHECK ("orders"."status" in ('Draft', 'Open', 'Closed', 'In Progress', 'Canceled')),
	CONSTRAINT "order_is_paid_within_its_total" CHECK ("orders"."paid_cents" between 0 and "orders"."total_cents")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"project_name" text NOT NULL,
	"project_ref" text NOT NULL,
	"status" text NOT NULL,
	"started_on" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "projects_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "project_ref_is_unique_in_company" UNIQUE("company_id","project_ref"),
	CONSTRAINT "project_status_is_known" CHECK ("projects"."status" in ('Draft', 'Open', 'Closed', 'In Progress', 'Canceled'))
);
--> statement-breakpoint
ALTER TABLE "capabilities" ADD CONSTRAINT "capabilities_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installments" ADD CONSTRAINT "installments_company_id_plan_id_plans_company_id_id_fk" FOREIGN KEY ("company_id","plan_id") REFERENCES "public"."plans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_company_id_mandate_id_mandates_company_id_id_fk" FOREIGN KEY ("company_id","mandate_id") REFERENCES "public"."mandates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_company_id_mandate_id_mandates_company_id_id_fk" FOREIGN KEY ("company_id","mandate_id") REFERENCES "public"."mandates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_secrets" ADD CONSTRAINT "company_secrets_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_company_id_method_id_payment_methods_company_id_id_fk" FOREIGN KEY ("company_id","method_id") REFERENCES "public"."payment_methods"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_project_id_projects_company_id_id_fk" FOREIGN KEY ("company_id","project_id") REFERENCES "public"."projects"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_contract_id_contracts_company_id_id_fk" FOREIGN KEY ("company_id","contract_id") REFERENCES "public"."contracts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_attached_method_id_payment_methods_company_id_id_fk" FOREIGN KEY ("company_id","attached_method_id") REFERENCES "public"."payment_methods"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_orders" ADD CONSTRAINT "request_orders_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_orders" ADD CONSTRAINT "request_orders_company_id_order_id_orders_company_id_id_fk" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_company_id_estimate_id_estimates_company_id_id_fk" FOREIGN KEY ("company_id","estimate_id") REFERENCES "public"."estimates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_moves" ADD CONSTRAINT "attempt_moves_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_company_id_project_id_projects_company_id_id_fk" FOREIGN KEY ("company_id","project_id") REFERENCES "public"."projects"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_project_id_projects_company_id_id_fk" FOREIGN KEY ("company_id","project_id") REFERENCES "public"."projects"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "capabilities_of_request" ON "capabilities" USING btree ("company_id","request_id");--> statement-breakpoint
CREATE INDEX "sessions_of_customer" ON "sessions" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "installments_by_date" ON "installments" USING btree ("due_on") WHERE "installments"."status" in ('OPEN', 'FAILED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_plan_per_invoice" ON "plans" USING btree ("company_id","invoice_id") WHERE "plans"."state" in ('LIVE', 'SUSPENDED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_schedule_per_invoice" ON "schedules" USING btree ("company_id","invoice_id") WHERE "schedules"."state" in ('LIVE', 'SUSPENDED');--> statement-breakpoint
CREATE INDEX "schedules_by_date" ON "schedules" USING btree ("charge_on") WHERE "schedules"."state" = 'LIVE';--> statement-breakpoint
CREATE INDEX "contacts_of_customer" ON "contacts" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "mandates_of_customer" ON "mandates" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "methods_of_customer" ON "payment_methods" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "invoices_of_customer" ON "invoices" USING btree ("company_id","customer_id","due_on");--> statement-breakpoint
CREATE INDEX "audit_of_subject" ON "audit" USING btree ("company_id","subject");--> statement-breakpoint
CREATE INDEX "outbox_to_deliver" ON "outbox" USING btree ("id") WHERE "outbox"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "webhooks_to_process" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "moves_of_attempt" ON "attempt_moves" USING btree ("company_id","attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_attempt_per_request" ON "attempts" USING btree ("company_id","request_id") WHERE "attempts"."state" in ('SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN');--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_attempt_per_invoice" ON "attempts" USING btree ("company_id","invoice_id") WHERE "attempts"."state" in ('SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN');--> statement-breakpoint
CREATE UNIQUE INDEX "one_attempt_per_processor_charge" ON "attempts" USING btree ("company_id","processor","processor_reference") WHERE "attempts"."processor_reference" is not null;--> statement-breakpoint
CREATE INDEX "attempts_of_request" ON "attempts" USING btree ("company_id","request_id","created_at");--> statement-breakpoint
CREATE INDEX "attempts_of_customer" ON "attempts" USING btree ("company_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "attempts_to_check" ON "attempts" USING btree ("next_check_at") WHERE "attempts"."state" in ('SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN');--> statement-breakpoint
CREATE INDEX "postings_of_attempt" ON "postings" USING btree ("company_id","attempt_id");--> statement-breakpoint
CREATE INDEX "contracts_of_customer" ON "contracts" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "estimates_of_project" ON "estimates" USING btree ("company_id","project_id");--> statement-breakpoint
CREATE INDEX "orders_of_project" ON "orders" USING btree ("company_id","project_id");--> statement-breakpoint
CREATE INDEX "projects_of_customer" ON "projects" USING btree ("company_id","customer_id");