CREATE TABLE "bearers" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bearers_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "bearer_token_is_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "contact_proofs" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"contact_version" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "contact_proofs_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "contact_proof_is_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_tokens" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"nonce_hash" text NOT NULL,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "sign_in_tokens_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "sign_in_token_is_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "auto_pay_charges" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"charge_on" date NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_on" date,
	CONSTRAINT "auto_pay_charges_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "auto_pay_state_is_known" CHECK ("auto_pay_charges"."state" in ('LIVE', 'DONE', 'CANCELED', 'GAVE_UP'))
);
--> statement-breakpoint
CREATE TABLE "charge_notices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"occurrence_of" text NOT NULL,
	"charge_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "charge_notices_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_notice_per_occurrence_day_and_amount" UNIQUE("company_id","occurrence_of","charge_on","amount_cents")
);
--> statement-breakpoint
CREATE TABLE "method_setups" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"request_id" uuid,
	"actor" text NOT NULL,
	"wish" jsonb NOT NULL,
	"mandate_text" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"state" text NOT NULL,
	"order_sealed" text,
	"processor_reference" text,
	"method_id" uuid,
	"response_message" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "method_setups_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "method_setup_state_is_known" CHECK ("method_setups"."state" in ('SENT', 'ACTION_REQUIRED', 'KEPT', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"processor" text NOT NULL,
	"covers_from" timestamp with time zone NOT NULL,
	"covers_to" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"differences" jsonb NOT NULL,
	"is_clean" boolean NOT NULL,
	CONSTRAINT "reconciliations_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"processor_reference" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refunds_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_refund_per_attempt" UNIQUE("company_id","attempt_id"),
	CONSTRAINT "refund_state_is_known" CHECK ("refunds"."state" in ('OPEN', 'DONE', 'REFUSED')),
	CONSTRAINT "refund_amount_is_positive" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "active_auto_pay_names_a_method";--> statement-breakpoint
ALTER TABLE "plans" ALTER COLUMN "method_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text NOT NULL;--> statement-breakpoint
ALTER TABLE "installments" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "installments" ADD COLUMN "next_try_on" date;--> statement-breakpoint
ALTER TABLE "installments" ADD COLUMN "is_missed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "next_try_on" date;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "bounced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "auto_pay_mandate_id" uuid;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "auto_pay_since_on" date;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "is_saved" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "installment_from" integer;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "installment_to" integer;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "schedule_id" uuid;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "quoted_cents" bigint;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "keeps_method_as" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "decline_class" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "is_orphan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bearers" ADD CONSTRAINT "bearers_company_id_session_id_sessions_company_id_id_fk" FOREIGN KEY ("company_id","session_id") REFERENCES "public"."sessions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_proofs" ADD CONSTRAINT "contact_proofs_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_tokens" ADD CONSTRAINT "sign_in_tokens_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "auto_pay_charges_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "auto_pay_charges_company_id_method_id_payment_methods_company_id_id_fk" FOREIGN KEY ("company_id","method_id") REFERENCES "public"."payment_methods"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "auto_pay_charges_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "auto_pay_charges_company_id_mandate_id_mandates_company_id_id_fk" FOREIGN KEY ("company_id","mandate_id") REFERENCES "public"."mandates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_notices" ADD CONSTRAINT "charge_notices_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_notices" ADD CONSTRAINT "charge_notices_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_setups" ADD CONSTRAINT "method_setups_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_setups" ADD CONSTRAINT "method_setups_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bearers_by_expiry" ON "bearers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_tokens_by_nonce" ON "sign_in_tokens" USING btree ("nonce_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_auto_pay_charge_per_invoice" ON "auto_pay_charges" USING btree ("company_id","invoice_id") WHERE "auto_pay_charges"."state" = 'LIVE';--> statement-breakpoint
CREATE INDEX "auto_pay_charges_by_date" ON "auto_pay_charges" USING btree ("charge_on") WHERE "auto_pay_charges"."state" = 'LIVE';--> statement-breakpoint
CREATE INDEX "method_setups_of_customer" ON "method_setups" USING btree ("company_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "reconciliations_by_time" ON "reconciliations" USING btree ("company_id","covers_from");--> statement-breakpoint
CREATE INDEX "refunds_to_make" ON "refunds" USING btree ("created_at") WHERE "refunds"."state" = 'OPEN';--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_plan_id_plans_company_id_id_fk" FOREIGN KEY ("company_id","plan_id") REFERENCES "public"."plans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_schedule_id_schedules_company_id_id_fk" FOREIGN KEY ("company_id","schedule_id") REFERENCES "public"."schedules"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Auto-pay runs under the newest authorisation given for it; without one it is switched off.
update customers set
  auto_pay_mandate_id = mandate.id, auto_pay_since_on = mandate.authorised_from_on
from (
  select distinct on (company_id, customer_id) company_id, customer_id, id, authorised_from_on
  from mandates where purpose = 'AUTO_PAY' and revoked_at is null
  order by company_id, customer_id, created_at desc
) mandate
where customers.is_auto_pay_active
  and mandate.company_id = customers.company_id and mandate.customer_id = customers.id;--> statement-breakpoint
update customers set is_auto_pay_active = false
where is_auto_pay_active and auto_pay_mandate_id is null;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "active_auto_pay_names_its_method_and_mandate" CHECK (not "customers"."is_auto_pay_active" or ("customers"."auto_pay_method_id" is not null and "customers"."auto_pay_mandate_id" is not null and "customers"."auto_pay_since_on" is not null));--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_keeps_method_as_is_known" CHECK ("attempts"."keeps_method_as" in ('saved', 'attached'));--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_on_a_plan_names_its_installments" CHECK (("attempts"."plan_id" is null) = ("attempts"."installment_from" is null) and ("attempts"."plan_id" is null) = ("attempts"."installment_to" is null));--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_takes_what_was_quoted" CHECK ("attempts"."quoted_cents" is null or "attempts"."quoted_cents" = "attempts"."amount_cents" + "attempts"."fee_cents");--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimate_is_paid_within_its_total" CHECK ("estimates"."paid_cents" between 0 and "estimates"."total_cents");--> statement-breakpoint
grant update (auto_pay_mandate_id, auto_pay_since_on, address) on customers to quittance_portal;
grant update (version, bounced_at) on contacts to quittance_portal;
grant update (is_saved) on payment_methods to quittance_portal;
grant update (paid_cents) on estimates to quittance_portal;
grant update (version) on requests to quittance_portal;
grant update (decline_class) on attempts to quittance_portal;
grant update (tries, next_try_on) on schedules to quittance_portal;
grant update (tries, next_try_on, is_missed) on installments to quittance_portal;
grant select, insert, update (state, method_id, mandate_id, charge_on, tries, next_try_on)
  on auto_pay_charges to quittance_portal;
grant select, insert on charge_notices to quittance_portal;
grant select, insert, update (state, processor_reference, tries, done_at)
  on refunds to quittance_portal;
grant select, insert on reconciliations to quittance_portal;
grant select, insert on bearers to quittance_portal;
grant select, insert, update (code_tries, used_at) on sign_in_tokens to quittance_portal;
grant select, insert, update (used_at) on contact_proofs to quittance_portal;
grant select, insert,
  update (state, order_sealed, processor_reference, method_id, response_message, settled_at)
  on method_setups to quittance_portal;
--> statement-breakpoint
alter table auto_pay_charges enable row level security;
alter table charge_notices enable row level security;
alter table refunds enable row level security;
alter table reconciliations enable row level security;
alter table bearers enable row level security;
alter table sign_in_tokens enable row level security;
alter table contact_proofs enable row level security;
alter table method_setups enable row level security;
--> statement-breakpoint
create policy own_rows on auto_pay_charges to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on charge_notices to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on bearers to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on sign_in_tokens to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on contact_proofs to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on method_setups to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on refunds to quittance_portal
  using (company_id = current_company_id() and exists (
    select from attempts
    where attempts.company_id = refunds.company_id and attempts.id = refunds.attempt_id));
create policy company_only on reconciliations to quittance_portal
  using (company_id = current_company_id() and current_customer_id() is null);
