-- The whole schema. Its order: extensions and roles, tables, functions, grants, policies, triggers. Tables are as
-- `npm run db:generate` writes them from server/src/schema; what that does not know is written by hand.

-- Indexes for text that contains another text, together with columns that are compared.
-- Citus repeats "if not exists" on the other servers, where only the owner of an extension may do that.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then create extension pg_trgm; end if;
  if not exists (select from pg_extension where extname = 'btree_gin') then create extension btree_gin; end if;
end $$;
--> statement-breakpoint
-- The second wall (ADR 0021). Requests of portal users run as quittance_portal, which owns nothing: it has only the
-- grants below, and policies show it the rows of one company and, where a customer is known, of that customer alone. A
-- company's own systems act as quittance_provider: it may do what the portal may for a whole company, and in addition
-- write what the company decides. The owner of the tables is not bound by the policies.
-- Roles belong to the whole cluster, not to a database, so they may be there already.
do $$
declare role text;
begin
  foreach role in array array['quittance_portal', 'quittance_provider'] loop
    if not exists (select from pg_roles where rolname = role) then
      begin
        execute format('create role %I nologin nosuperuser nocreatedb nocreaterole noreplication
          nobypassrls inherit', role);
      exception when duplicate_object or unique_violation then
        null; -- another database of the cluster was migrated at the same moment
      end;
    end if;
  end loop;
  if not pg_has_role('quittance_provider', 'quittance_portal', 'member') then
    begin
      grant quittance_portal to quittance_provider;
    exception when unique_violation then
      null; -- as above
    end;
  end if;
  -- A superuser may become anybody; everybody else must be a member to say `set role`.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    foreach role in array array['quittance_portal', 'quittance_provider'] loop
      begin
        execute format('grant %I to %I', role, current_user);
      exception when insufficient_privilege then
        if not pg_has_role(current_user, role, 'member') then
          raise;
        end if;
      end;
    end loop;
  end if;
end
$$;
--> statement-breakpoint
-- Sequences and not identity columns, which a distributed table cannot have (ADR 0084).
create sequence attempt_moves_id_seq;
create sequence audit_id_seq;
create sequence balance_changes_id_seq;
create sequence postings_id_seq;
create sequence webhook_deliveries_position_seq;
-- The positions of events of all companies.
create sequence event_positions;
--> statement-breakpoint
CREATE SCHEMA "limits";
--> statement-breakpoint
CREATE TABLE "bearers" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bearers_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "bearer_token_is_unique" UNIQUE("token_hash","company_id")
);
--> statement-breakpoint
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
	"unlocked_at" timestamp with time zone,
	"recovers_attempt_id" uuid,
	CONSTRAINT "capabilities_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "capability_token_is_unique" UNIQUE("token_hash","company_id"),
	CONSTRAINT "capability_scope_is_known" CHECK ("capabilities"."scope" in ('view', 'pay'))
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
	CONSTRAINT "contact_proof_is_unique" UNIQUE("token_hash","company_id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"user_agent" text NOT NULL,
	CONSTRAINT "devices_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "field_sessions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" uuid,
	"customer_id" uuid NOT NULL,
	"token_sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "field_sessions_company_id_id_pk" PRIMARY KEY("company_id","id")
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
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"device_id" uuid,
	"signed_in_at" timestamp with time zone,
	CONSTRAINT "sessions_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "session_token_is_unique" UNIQUE("token_hash","company_id")
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
	"mail_request_id" uuid NOT NULL,
	CONSTRAINT "sign_in_tokens_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "sign_in_token_is_unique" UNIQUE("token_hash","company_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_company_id_customer_id_pk" PRIMARY KEY("company_id","customer_id"),
	CONSTRAINT "calendar_feed_token_is_unique" UNIQUE("token_hash","company_id")
);
--> statement-breakpoint
CREATE TABLE "plan_pauses" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"months" integer NOT NULL,
	"dates" jsonb NOT NULL,
	"note" text,
	"state" text NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "plan_pauses_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "pause_state_is_known" CHECK ("plan_pauses"."state" in ('OPEN', 'GRANTED', 'REFUSED', 'WITHDRAWN')),
	CONSTRAINT "pause_is_1_to_6_months" CHECK ("plan_pauses"."months" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "auto_pay_charges" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"method_id" uuid,
	"charge_on" date NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_on" date,
	"attempt_on" date GENERATED ALWAYS AS (coalesce(next_try_on, charge_on)) STORED NOT NULL,
	"moved_from_on" date,
	"skips" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "auto_pay_charges_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "auto_pay_state_is_known" CHECK ("auto_pay_charges"."state" in ('LIVE', 'DONE', 'CANCELED', 'GAVE_UP', 'EXCLUDED')),
	CONSTRAINT "live_auto_pay_charge_has_its_method" CHECK ("auto_pay_charges"."state" <> 'LIVE' or "auto_pay_charges"."method_id" is not null)
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
	"failed_at" timestamp with time zone,
	CONSTRAINT "charge_notices_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_notice_per_occurrence_day_and_amount" UNIQUE("company_id","occurrence_of","charge_on","amount_cents")
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
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_on" date,
	"is_missed" boolean DEFAULT false NOT NULL,
	"attempt_on" date GENERATED ALWAYS AS (coalesce(next_try_on, due_on)) STORED NOT NULL,
	"customer_id" uuid NOT NULL,
	"moved_from_on" date,
	"skips" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "installments_company_id_plan_id_index_pk" PRIMARY KEY("company_id","plan_id","index"),
	CONSTRAINT "installment_status_is_known" CHECK ("installments"."status" in ('OPEN', 'PENDING', 'SUCCESS', 'FAILED', 'CANCELED')),
	CONSTRAINT "installment_cost_is_principal_plus_fee" CHECK ("installments"."cost_cents" = "installments"."principal_cents" + "installments"."fee_cents" and "installments"."cost_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"method_id" uuid,
	"mandate_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"count" integer NOT NULL,
	"anchor_on" date NOT NULL,
	"state" text NOT NULL,
	"suspended_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"ends_on" date,
	"day_of_month" integer,
	"skips" integer DEFAULT 0 NOT NULL,
	"day_changes" integer DEFAULT 0 NOT NULL,
	"pauses" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "plans_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "plan_state_is_known" CHECK ("plans"."state" in ('LIVE', 'PAID_OFF', 'CANCELED', 'SUSPENDED', 'DEFAULTED')),
	CONSTRAINT "suspended_plan_has_its_time" CHECK ("plans"."state" <> 'SUSPENDED' or "plans"."suspended_at" is not null),
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
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_on" date,
	"suspended_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"attempt_on" date GENERATED ALWAYS AS (coalesce(next_try_on, charge_on)) STORED NOT NULL,
	"moved_from_on" date,
	"skips" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "schedules_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "schedule_state_is_known" CHECK ("schedules"."state" in ('LIVE', 'DONE', 'CANCELED', 'SUSPENDED', 'GAVE_UP')),
	CONSTRAINT "suspended_schedule_has_its_time" CHECK ("schedules"."state" <> 'SUSPENDED' or "schedules"."suspended_at" is not null),
	CONSTRAINT "schedule_amount_is_positive" CHECK ("schedules"."amount_cents" > 0 and "schedules"."fee_cents" >= 0)
);
--> statement-breakpoint
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
CREATE TABLE "balance_changes" (
	"id" bigint DEFAULT nextval('balance_changes_id_seq') NOT NULL,
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"status" text NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "balance_changes_company_id_id_pk" PRIMARY KEY("company_id","id")
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
	"address" text,
	"palette" jsonb,
	"logo_version" text,
	"support_email" text,
	"support_phone" text,
	"reminders" jsonb,
	"notices" jsonb,
	"charges_held_since" timestamp with time zone,
	"charge_rules" jsonb,
	CONSTRAINT "company_processor_is_known" CHECK ("companies"."processor" in ('stripe', 'payengine', 'fiserv')),
	CONSTRAINT "company_colors_are_hex" CHECK ("companies"."main_color" ~ '^#[0-9a-fA-F]{6}$' and "companies"."secondary_color" ~ '^#[0-9a-fA-F]{6}$'),
	CONSTRAINT "card_fee_is_at_most_4_percent" CHECK (("companies"."fee_settings" ->> 'card')::int between 0 and 400)
);
--> statement-breakpoint
CREATE TABLE "company_logos" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"tried_url" text,
	"failure" text,
	"wide" "bytea",
	"wide_width" integer,
	"wide_height" integer,
	"icon" "bytea",
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "logo_has_every_size_or_none" CHECK (num_nonnulls("company_logos"."wide", "company_logos"."wide_width", "company_logos"."wide_height", "company_logos"."icon") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "company_secrets" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"processor_key_sealed" text NOT NULL,
	"webhook_secret_sealed" text,
	"lookup_key_sealed" text
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
	"version" integer DEFAULT 1 NOT NULL,
	"bounced_at" timestamp with time zone,
	"bounce_acknowledged_at" timestamp with time zone,
	"value_key" text collate "C" GENERATED ALWAYS AS (lower(value)) STORED NOT NULL,
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
	"auto_pay_mandate_id" uuid,
	"auto_pay_since_on" date,
	"address" jsonb,
	"charges_claimed_until" timestamp with time zone,
	"customer_ref_key" text GENERATED ALWAYS AS (lower(customer_ref)) STORED NOT NULL,
	"external_ref" text,
	"business_name" text,
	"erased_at" timestamp with time zone,
	"language" text,
	"name_key" text collate "C" GENERATED ALWAYS AS (lower(coalesce(business_name, last_name || ' ' || first_name))) STORED NOT NULL,
	"called_key" text collate "C" GENERATED ALWAYS AS (lower(first_name || ' ' || last_name)) STORED NOT NULL,
	"leased_by" uuid,
	CONSTRAINT "customers_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "customer_ref_is_unique_in_company" UNIQUE("company_id","customer_ref_key"),
	CONSTRAINT "customer_internal_ref_is_unique_in_company" UNIQUE("company_id","internal_ref"),
	CONSTRAINT "customer_language_is_a_code" CHECK ("customers"."language" ~ '^[a-z]{2}$'),
	CONSTRAINT "active_auto_pay_names_its_method_and_mandate" CHECK (not "customers"."is_auto_pay_active" or ("customers"."auto_pay_method_id" is not null and "customers"."auto_pay_mandate_id" is not null and "customers"."auto_pay_since_on" is not null))
);
--> statement-breakpoint
CREATE TABLE "mandates" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"method_id" uuid,
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
	"processor_customer" text,
	"is_saved" boolean DEFAULT true NOT NULL,
	"forgotten_at" timestamp with time zone,
	"forget_claimed_until" timestamp with time zone,
	"account_type" text,
	"identity" text,
	"replaced_by" uuid,
	"leased_by" uuid,
	CONSTRAINT "payment_methods_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "method_processor_is_known" CHECK ("payment_methods"."processor" in ('stripe', 'payengine', 'fiserv')),
	CONSTRAINT "method_kind_is_known" CHECK ("payment_methods"."kind" in ('card', 'ach')),
	CONSTRAINT "method_state_is_known" CHECK ("payment_methods"."state" in ('active', 'disabled', 'removed')),
	CONSTRAINT "method_account_type_is_known" CHECK ("payment_methods"."account_type" in ('PERSONAL_CHECKING', 'PERSONAL_SAVINGS', 'BUSINESS_CHECKING', 'BUSINESS_SAVINGS')),
	CONSTRAINT "method_with_account_type_is_a_bank_account" CHECK ("payment_methods"."account_type" is null or "payment_methods"."kind" = 'ach'),
	CONSTRAINT "replaced_method_is_removed" CHECK ("payment_methods"."replaced_by" is null or "payment_methods"."state" = 'removed'),
	CONSTRAINT "method_last4_is_four_digits" CHECK ("payment_methods"."last4" ~ '^[0-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "event_counters" (
	"company_id" uuid NOT NULL,
	"object_id" uuid NOT NULL,
	"last" bigint NOT NULL,
	CONSTRAINT "event_counters_company_id_object_id_pk" PRIMARY KEY("company_id","object_id")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"company_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"id" uuid NOT NULL,
	"number" bigint,
	"type" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_events_company_id_position_pk" PRIMARY KEY("company_id","position")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"company_id" uuid NOT NULL,
	"position" bigint DEFAULT nextval('webhook_deliveries_position_seq') NOT NULL,
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_position" bigint NOT NULL,
	"object_id" uuid NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"status" integer,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"leased_by" uuid,
	CONSTRAINT "webhook_deliveries_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "delivery_state_is_known" CHECK ("webhook_deliveries"."state" in ('PENDING', 'DELIVERED', 'GIVEN_UP'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"types" text[],
	"state" text NOT NULL,
	"secret_sealed" text,
	"old_secret_sealed" text,
	"old_secret_until" timestamp with time zone,
	"fanned_out_to" bigint NOT NULL,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "endpoint_state_is_known" CHECK ("webhook_endpoints"."state" in ('ACTIVE', 'PAUSED', 'DELETED')),
	CONSTRAINT "endpoint_has_a_secret_until_it_is_deleted" CHECK (("webhook_endpoints"."state" = 'DELETED') = ("webhook_endpoints"."secret_sealed" is null))
);
--> statement-breakpoint
CREATE TABLE "billing_changes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_changes_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "billing_change_kind_is_known" CHECK ("billing_changes"."kind" in ('REBILLED', 'REOPENED')),
	CONSTRAINT "billing_change_changes_something" CHECK ("billing_changes"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "history_entries" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"fact" text NOT NULL,
	"content" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "history_entries_company_id_customer_id_position_pk" PRIMARY KEY("company_id","customer_id","position"),
	CONSTRAINT "history_tells_a_fact_once" UNIQUE("company_id","customer_id","fact")
);
--> statement-breakpoint
CREATE TABLE "history_progress" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"audit_position" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"company_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"customer_id" uuid NOT NULL,
	CONSTRAINT "idempotency_keys_company_id_scope_key_pk" PRIMARY KEY("company_id","scope","key")
);
--> statement-breakpoint
CREATE TABLE "inquiries" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"is_by_link" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "inquiries_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "inquiry_kind_is_known" CHECK ("inquiries"."kind" in ('QUESTION', 'DISPUTE')),
	CONSTRAINT "inquiry_is_of_bounded_length" CHECK (length("inquiries"."text") <= 2000),
	CONSTRAINT "answer_is_of_bounded_length" CHECK (length("inquiries"."answer") <= 4000),
	CONSTRAINT "an_answer_has_its_time" CHECK ("inquiries"."answer" is null or "inquiries"."answered_at" is not null)
);
--> statement-breakpoint
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
	"leased_by" uuid,
	CONSTRAINT "intents_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "intent_state_is_known" CHECK ("intents"."state" in ('PREPARED', 'OFFERED', 'MOVED', 'CANCELED')),
	CONSTRAINT "open_intent_has_a_next_check" CHECK (("intents"."state" in ('PREPARED', 'OFFERED')) = ("intents"."next_check_at" is not null)),
	CONSTRAINT "offered_intent_is_at_the_processor" CHECK ("intents"."state" not in ('OFFERED', 'MOVED') or "intents"."processor_reference" is not null)
);
--> statement-breakpoint
CREATE TABLE "invoice_holds" (
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	CONSTRAINT "one_holder_per_invoice" PRIMARY KEY("company_id","invoice_id") DEFERRABLE INITIALLY DEFERRED
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"quantity" bigint NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"customer_id" uuid NOT NULL,
	CONSTRAINT "invoice_lines_company_id_invoice_id_position_pk" PRIMARY KEY("company_id","invoice_id","position"),
	CONSTRAINT "invoice_line_has_a_quantity" CHECK ("invoice_lines"."quantity" > 0 and "invoice_lines"."tax_cents" >= 0)
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
	"search_text" text GENERATED ALWAYS AS (lower(account_ref || chr(10) || product_name)) STORED,
	"account_ref_key" text GENERATED ALWAYS AS (lower(account_ref)) STORED NOT NULL,
	"urgency" integer GENERATED ALWAYS AS (case
  when status in ('IN_COLLECTION', 'DEFAULTED') then 0
  when status in ('DUE') then 1000000
  when status in ('COLLECTED', 'PAYMENT_PLAN_COLLECTED') then 4000000
  when status = 'DRAFT' then 5000000
  else 2000000
end + case
  when status in ('COLLECTED', 'PAYMENT_PLAN_COLLECTED') then date '1970-01-01' - due_on
  else due_on - date '1970-01-01'
end) STORED NOT NULL,
	"external_ref" text,
	"po_number" text,
	"note" text,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"voided_at" timestamp with time zone,
	"balance_cents" bigint GENERATED ALWAYS AS (total_cents - paid_cents) STORED NOT NULL,
	"written_off_at" timestamp with time zone,
	CONSTRAINT "invoices_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "account_ref_is_unique_in_company" UNIQUE("company_id","account_ref_key"),
	CONSTRAINT "invoice_internal_ref_is_unique_in_company" UNIQUE("company_id","internal_ref"),
	CONSTRAINT "voided_invoice_is_an_unpaid_draft" CHECK ("invoices"."voided_at" is null or ("invoices"."status" = 'DRAFT' and "invoices"."paid_cents" = 0)),
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
	"customer_id" uuid NOT NULL,
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
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "requests_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_request_per_invoice" UNIQUE("company_id","invoice_id"),
	CONSTRAINT "one_request_per_estimate" UNIQUE("company_id","estimate_id"),
	CONSTRAINT "request_kind_is_known" CHECK ("requests"."kind" in ('INVOICE', 'PARTIAL', 'ESTIMATE', 'INVOICES')),
	CONSTRAINT "request_names_what_it_pays" CHECK (("requests"."kind" = 'INVOICE') = ("requests"."invoice_id" is not null) and ("requests"."kind" = 'ESTIMATE') = ("requests"."estimate_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "limits"."code_guesses" (
	"company_id" uuid NOT NULL,
	"nonce_hash" text NOT NULL,
	"request_id" uuid NOT NULL,
	"guesses" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_guesses_company_id_nonce_hash_pk" PRIMARY KEY("company_id","nonce_hash")
);
--> statement-breakpoint
CREATE TABLE "limits"."counters" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
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
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL,
	"next_check_at" timestamp with time zone,
	"leased_by" uuid,
	CONSTRAINT "method_setups_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_method_setup_per_key" UNIQUE("company_id","actor","key"),
	CONSTRAINT "method_setup_state_is_known" CHECK ("method_setups"."state" in ('SENT', 'ACTION_REQUIRED', 'KEPT', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "muted_mails" (
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"muted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "muted_mails_company_id_customer_id_kind_pk" PRIMARY KEY("company_id","customer_id","kind"),
	CONSTRAINT "muted_mail_is_optional" CHECK ("muted_mails"."kind" in ('REMINDERS', 'AUTOMATIC_RECEIPTS', 'ANSWERS', 'EXPIRING_CARDS'))
);
--> statement-breakpoint
CREATE TABLE "company_mail_progress" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"noticed_to" bigint DEFAULT 0 NOT NULL,
	"summarized_on" date
);
--> statement-breakpoint
CREATE TABLE "company_notices" (
	"company_id" uuid NOT NULL,
	"event_position" bigint NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "company_notices_company_id_event_position_pk" PRIMARY KEY("company_id","event_position"),
	CONSTRAINT "notice_kind_is_known" CHECK ("company_notices"."kind" in ('PAID', 'RETURNED', 'HELD', 'DISPUTED', 'QUESTION', 'REFUND_FAILED', 'ENDPOINT_PAUSED'))
);
--> statement-breakpoint
CREATE TABLE "invoice_reminders" (
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"days" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_reminders_company_id_invoice_id_days_pk" PRIMARY KEY("company_id","invoice_id","days")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"company_id" uuid NOT NULL,
	"id" bigint DEFAULT nextval('audit_id_seq') NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"position" bigint,
	"hash" text,
	"address_salt" text,
	"address_digest" text,
	CONSTRAINT "audit_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "audit_is_chained_or_not" CHECK (("audit"."position" is null) = ("audit"."hash" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"base_position" bigint DEFAULT 0 NOT NULL,
	"base_hash" text NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"hash" text NOT NULL
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
	"next_try_at" timestamp with time zone,
	"is_bulk" boolean DEFAULT false NOT NULL,
	"leased_by" uuid,
	CONSTRAINT "outbox_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "sealing_key_check" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "sealing_key_check_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 2 CACHE 1),
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"key_id" text,
	"turn" integer DEFAULT 0 NOT NULL,
	"left_count" integer,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "sealing_key_is_known_once" UNIQUE("key_id")
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
	"claimed_until" timestamp with time zone,
	"leased_by" uuid,
	CONSTRAINT "webhook_events_company_id_processor_event_id_pk" PRIMARY KEY("company_id","processor","event_id")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	CONSTRAINT "passkeys_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "passkey_is_one_customers" UNIQUE("company_id","credential_id"),
	CONSTRAINT "passkey_counter_is_not_negative" CHECK ("passkeys"."counter" >= 0)
);
--> statement-breakpoint
CREATE TABLE "spent_challenges" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "spent_challenges_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "attempt_moves" (
	"company_id" uuid NOT NULL,
	"id" bigint DEFAULT nextval('attempt_moves_id_seq') NOT NULL,
	"attempt_id" uuid NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"customer_id" uuid NOT NULL,
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
	"order_sealed" text,
	"plan_id" uuid,
	"installment_from" integer,
	"installment_to" integer,
	"schedule_id" uuid,
	"quoted_cents" bigint,
	"keeps_method_as" text,
	"decline_class" text,
	"is_orphan" boolean DEFAULT false NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"dispute_state" text,
	"actor" text,
	"held_at" timestamp with time zone,
	"acknowledged_at" timestamp with time zone,
	"leased_by" uuid,
	CONSTRAINT "attempts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_attempt_per_occurrence_and_try" UNIQUE("company_id","occurrence_of","occurrence_on","try_number"),
	CONSTRAINT "attempt_keeps_method_as_is_known" CHECK ("attempts"."keeps_method_as" in ('saved', 'attached')),
	CONSTRAINT "attempt_on_a_plan_names_its_installments" CHECK (("attempts"."plan_id" is null) = ("attempts"."installment_from" is null) and ("attempts"."plan_id" is null) = ("attempts"."installment_to" is null)),
	CONSTRAINT "attempt_takes_what_was_quoted" CHECK ("attempts"."quoted_cents" is null or "attempts"."quoted_cents" = "attempts"."amount_cents" + "attempts"."fee_cents"),
	CONSTRAINT "attempt_initiator_is_known" CHECK ("attempts"."initiator" in ('CIT', 'MIT')),
	CONSTRAINT "attempt_state_is_known" CHECK ("attempts"."state" in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'RETURNED')),
	CONSTRAINT "attempt_purpose_is_known" CHECK ("attempts"."purpose" in ('FULL_AMOUNT', 'OWN_AMOUNT', 'PLAN', 'EXTENSION', 'PARTIAL', 'ESTIMATE', 'INVOICES')),
	CONSTRAINT "attempt_type_is_known" CHECK ("attempts"."type" in ('CHARGE', 'PAYMENT', 'COMPENSATION', 'RETURN', 'AUTH')),
	CONSTRAINT "attempt_method_is_known" CHECK ("attempts"."method" in ('CARD', 'CASH', 'ACH', 'NEGOTIATION')),
	CONSTRAINT "attempt_processor_is_known" CHECK ("attempts"."processor" in ('stripe', 'payengine', 'fiserv', 'manual')),
	CONSTRAINT "attempt_amount_is_positive" CHECK ("attempts"."amount_cents" > 0),
	CONSTRAINT "attempt_fee_is_not_negative" CHECK ("attempts"."fee_cents" >= 0),
	CONSTRAINT "attempt_credit_is_within_its_amount" CHECK ("attempts"."credit_cents" between 0 and "attempts"."amount_cents"),
	CONSTRAINT "attempt_refund_is_not_negative" CHECK ("attempts"."refunded_cents" >= 0),
	CONSTRAINT "attempt_dispute_state_is_known" CHECK ("attempts"."dispute_state" in ('OPEN', 'WON', 'LOST')),
	CONSTRAINT "merchant_initiated_attempt_names_its_occurrence" CHECK ("attempts"."initiator" = 'CIT' or ("attempts"."occurrence_of" is not null and "attempts"."occurrence_on" is not null and "attempts"."try_number" is not null)),
	CONSTRAINT "open_attempt_has_a_next_check" CHECK (not ("attempts"."state" in ('SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN')) or "attempts"."next_check_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"company_id" uuid NOT NULL,
	"id" bigint DEFAULT nextval('postings_id_seq') NOT NULL,
	"attempt_id" uuid NOT NULL,
	"source" text NOT NULL,
	"destination" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"customer_id" uuid NOT NULL,
	"cash_cents" bigint GENERATED ALWAYS AS (case when left(destination, 9) in ('clearing:', 'disputed:') = (left(source, 9) in ('clearing:', 'disputed:')) then 0
        when left(destination, 9) in ('clearing:', 'disputed:') then amount_cents else -amount_cents end) STORED NOT NULL,
	"fee_part_cents" bigint GENERATED ALWAYS AS (case 'fee_income' when source then amount_cents
        when destination then -amount_cents else 0 end) STORED NOT NULL,
	"refund_id" uuid,
	CONSTRAINT "postings_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "posting_amount_is_positive" CHECK ("postings"."amount_cents" > 0),
	CONSTRAINT "posting_moves_between_two_accounts" CHECK ("postings"."source" <> "postings"."destination"),
	CONSTRAINT "posting_accounts_are_known" CHECK ("postings"."source" ~ '^(fee_income|returns|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):(stripe|payengine|fiserv|manual))$' and "postings"."destination" ~ '^(fee_income|returns|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):(stripe|payengine|fiserv|manual))$'),
	CONSTRAINT "posting_credits_its_own_customer" CHECK ((not starts_with("postings"."source", 'customer_credit:') or "postings"."source" = 'customer_credit:' || "postings"."customer_id") and (not starts_with("postings"."destination", 'customer_credit:') or "postings"."destination" = 'customer_credit:' || "postings"."customer_id"))
);
--> statement-breakpoint
CREATE TABLE "contract_documents" (
	"company_id" uuid NOT NULL,
	"contract_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"customer_id" uuid NOT NULL,
	CONSTRAINT "contract_documents_company_id_contract_id_pk" PRIMARY KEY("company_id","contract_id"),
	CONSTRAINT "contract_document_has_its_size" CHECK ("contract_documents"."size" = octet_length("contract_documents"."content")),
	CONSTRAINT "contract_document_is_within_the_limit" CHECK ("contract_documents"."size" between 1 and 10485760)
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
	"contract_ref_key" text GENERATED ALWAYS AS (lower(contract_ref)) STORED NOT NULL,
	CONSTRAINT "contracts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "contract_ref_is_unique_in_company" UNIQUE("company_id","contract_ref_key"),
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
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"estimate_ref_key" text GENERATED ALWAYS AS (lower(estimate_ref)) STORED NOT NULL,
	CONSTRAINT "estimates_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "estimate_status_is_known" CHECK ("estimates"."status" in ('Draft', 'Open', 'Pending billing', 'Processed', 'Expired', 'Canceled')),
	CONSTRAINT "estimate_is_paid_within_its_total" CHECK ("estimates"."paid_cents" between 0 and "estimates"."total_cents"),
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
	"order_ref_key" text GENERATED ALWAYS AS (lower(order_ref)) STORED NOT NULL,
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
	"project_ref_key" text GENERATED ALWAYS AS (lower(project_ref)) STORED NOT NULL,
	CONSTRAINT "projects_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "project_ref_is_unique_in_company" UNIQUE("company_id","project_ref_key"),
	CONSTRAINT "project_status_is_known" CHECK ("projects"."status" in ('Draft', 'Open', 'Closed', 'In Progress', 'Canceled'))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "api_key_has_known_scopes" CHECK (cardinality("api_keys"."scopes") > 0 and "api_keys"."scopes" <@ array['read', 'write', 'money'])
);
--> statement-breakpoint
CREATE TABLE "provider_calls" (
	"company_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer_sealed" text,
	"created_at" timestamp with time zone NOT NULL,
	"object_id" uuid,
	CONSTRAINT "provider_calls_company_id_key_pk" PRIMARY KEY("company_id","key")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"list" text NOT NULL,
	"filters" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_views_company_id_name_pk" PRIMARY KEY("company_id","name")
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
	"differing" jsonb,
	CONSTRAINT "reconciliations_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "unplaced_charges" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"processor" text NOT NULL,
	"processor_reference" text NOT NULL,
	"invoice_ref" text,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_pending" boolean NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"refund_id" uuid,
	"refund_sent_at" timestamp with time zone,
	CONSTRAINT "unplaced_charges_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "unplaced_charge_kind_is_known" CHECK ("unplaced_charges"."kind" in ('card', 'ach')),
	CONSTRAINT "unplaced_charge_amount_is_positive" CHECK ("unplaced_charges"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"processor_reference" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"customer_id" uuid NOT NULL,
	CONSTRAINT "disputes_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "dispute_state_is_known" CHECK ("disputes"."state" in ('OPEN', 'WON', 'LOST')),
	CONSTRAINT "dispute_amount_is_positive" CHECK ("disputes"."amount_cents" > 0),
	CONSTRAINT "open_dispute_is_not_closed" CHECK (("disputes"."state" = 'OPEN') = ("disputes"."closed_at" is null))
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
	"origin" text NOT NULL,
	"principal_cents" bigint DEFAULT 0 NOT NULL,
	"is_owed_again" boolean DEFAULT false NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid,
	"leased_by" uuid,
	"unexpected_at" timestamp with time zone,
	"acknowledged_at" timestamp with time zone,
	"held_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure_reason" text,
	"credited_cents" bigint DEFAULT 0 NOT NULL,
	"resolution" text,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "refunds_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "refund_origin_is_known" CHECK ("refunds"."origin" in ('OVERPAYMENT', 'PROVIDER', 'PROCESSOR', 'DISPUTE', 'MANUAL')),
	CONSTRAINT "refund_state_is_known" CHECK ("refunds"."state" in ('REQUESTED', 'SENT', 'PENDING', 'SUCCEEDED', 'FAILED')),
	CONSTRAINT "refund_is_marked_before_it_is_sent" CHECK ("refunds"."state" not in ('REQUESTED', 'SENT') or ("refunds"."state" = 'SENT') = ("refunds"."sent_at" is not null)),
	CONSTRAINT "failed_refund_has_its_time" CHECK ("refunds"."state" <> 'FAILED' or "refunds"."failed_at" is not null),
	CONSTRAINT "refund_resolution_is_known" CHECK ("refunds"."resolution" in ('SENT_AGAIN', 'PAID_ANOTHER_WAY', 'ACKNOWLEDGED', 'RETURNED')),
	CONSTRAINT "resolved_refund_has_its_resolution" CHECK (("refunds"."resolution" is null) = ("refunds"."resolved_at" is null)),
	CONSTRAINT "refund_amount_is_positive" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refund_principal_is_within_its_amount" CHECK ("refunds"."principal_cents" between 0 and "refunds"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "staff_members" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"role" text NOT NULL,
	"name_sealed" text NOT NULL,
	"email_sealed" text,
	"email_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"invitation_expires_at" timestamp with time zone,
	"last_signed_in_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "staff_members_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "staff_email_is_unique_in_company" UNIQUE("company_id","email_hash"),
	CONSTRAINT "staff_role_is_known" CHECK ("staff_members"."role" in ('viewer', 'clerk', 'owner')),
	CONSTRAINT "removed_member_has_no_address" CHECK (num_nonnulls("staff_members"."email_sealed", "staff_members"."email_hash") = case when "staff_members"."removed_at" is null then 2 else 0 end)
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"name_sealed" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "staff_passkeys_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "staff_passkey_is_unique_in_company" UNIQUE("company_id","credential_id")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"second_factor_at" timestamp with time zone,
	"challenge_hash" text,
	CONSTRAINT "staff_sessions_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "staff_session_token_is_unique" UNIQUE("token_hash","company_id")
);
--> statement-breakpoint
CREATE TABLE "staff_sign_ins" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"nonce_hash" text,
	"mail_request_id" uuid,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_sign_ins_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "staff_sign_in_is_unique" UNIQUE("token_hash","company_id")
);
--> statement-breakpoint
ALTER TABLE "bearers" ADD CONSTRAINT "bearers_company_id_session_id_sessions_company_id_id_fk" FOREIGN KEY ("company_id","session_id") REFERENCES "public"."sessions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capabilities" ADD CONSTRAINT "capabilities_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capabilities" ADD CONSTRAINT "capabilities_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_proofs" ADD CONSTRAINT "contact_proofs_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_sessions" ADD CONSTRAINT "field_sessions_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_sessions" ADD CONSTRAINT "field_sessions_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_tokens" ADD CONSTRAINT "sign_in_tokens_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_pauses" ADD CONSTRAINT "plan_pauses_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_pauses" ADD CONSTRAINT "plan_pauses_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_pauses" ADD CONSTRAINT "plan_pauses_company_id_plan_id_plans_company_id_id_fk" FOREIGN KEY ("company_id","plan_id") REFERENCES "public"."plans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_pauses" ADD CONSTRAINT "plan_pauses_company_id_mandate_id_mandates_company_id_id_fk" FOREIGN KEY ("company_id","mandate_id") REFERENCES "public"."mandates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "auto_pay_charges_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "auto_pay_charges_company_id_method_id_payment_methods_company_id_id_fk" FOREIGN KEY ("company_id","method_id") REFERENCES "public"."payment_methods"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "auto_pay_charges_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "auto_pay_charges_company_id_mandate_id_mandates_company_id_id_fk" FOREIGN KEY ("company_id","mandate_id") REFERENCES "public"."mandates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_notices" ADD CONSTRAINT "charge_notices_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_notices" ADD CONSTRAINT "charge_notices_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installments" ADD CONSTRAINT "installments_company_id_plan_id_plans_company_id_id_fk" FOREIGN KEY ("company_id","plan_id") REFERENCES "public"."plans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_company_id_method_id_payment_methods_company_id_id_fk" FOREIGN KEY ("company_id","method_id") REFERENCES "public"."payment_methods"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_company_id_mandate_id_mandates_company_id_id_fk" FOREIGN KEY ("company_id","mandate_id") REFERENCES "public"."mandates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_company_id_method_id_payment_methods_company_id_id_fk" FOREIGN KEY ("company_id","method_id") REFERENCES "public"."payment_methods"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_company_id_mandate_id_mandates_company_id_id_fk" FOREIGN KEY ("company_id","mandate_id") REFERENCES "public"."mandates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_parts" ADD CONSTRAINT "attempt_parts_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_parts" ADD CONSTRAINT "attempt_parts_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_invoices" ADD CONSTRAINT "request_invoices_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_invoices" ADD CONSTRAINT "request_invoices_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_logos" ADD CONSTRAINT "company_logos_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_secrets" ADD CONSTRAINT "company_secrets_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_company_id_method_id_payment_methods_company_id_id_fk" FOREIGN KEY ("company_id","method_id") REFERENCES "public"."payment_methods"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_company_id_endpoint_id_webhook_endpoints_company_id_id_fk" FOREIGN KEY ("company_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_changes" ADD CONSTRAINT "billing_changes_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intents" ADD CONSTRAINT "intents_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_holds" ADD CONSTRAINT "invoice_holds_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_project_id_projects_company_id_id_fk" FOREIGN KEY ("company_id","project_id") REFERENCES "public"."projects"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_contract_id_contracts_company_id_id_fk" FOREIGN KEY ("company_id","contract_id") REFERENCES "public"."contracts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_attached_method_id_payment_methods_company_id_id_fk" FOREIGN KEY ("company_id","attached_method_id") REFERENCES "public"."payment_methods"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_orders" ADD CONSTRAINT "request_orders_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_orders" ADD CONSTRAINT "request_orders_company_id_order_id_orders_company_id_id_fk" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_company_id_estimate_id_estimates_company_id_id_fk" FOREIGN KEY ("company_id","estimate_id") REFERENCES "public"."estimates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_setups" ADD CONSTRAINT "method_setups_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "method_setups" ADD CONSTRAINT "method_setups_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_mails" ADD CONSTRAINT "muted_mails_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_mail_progress" ADD CONSTRAINT "company_mail_progress_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_challenges" ADD CONSTRAINT "spent_challenges_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_moves" ADD CONSTRAINT "attempt_moves_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_method_id_payment_methods_company_id_id_fk" FOREIGN KEY ("company_id","method_id") REFERENCES "public"."payment_methods"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_mandate_id_mandates_company_id_id_fk" FOREIGN KEY ("company_id","mandate_id") REFERENCES "public"."mandates"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_request_id_requests_company_id_id_fk" FOREIGN KEY ("company_id","request_id") REFERENCES "public"."requests"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_plan_id_plans_company_id_id_fk" FOREIGN KEY ("company_id","plan_id") REFERENCES "public"."plans"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_schedule_id_schedules_company_id_id_fk" FOREIGN KEY ("company_id","schedule_id") REFERENCES "public"."schedules"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_documents" ADD CONSTRAINT "contract_documents_company_id_contract_id_contracts_company_id_id_fk" FOREIGN KEY ("company_id","contract_id") REFERENCES "public"."contracts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimates" ADD CONSTRAINT "estimates_company_id_project_id_projects_company_id_id_fk" FOREIGN KEY ("company_id","project_id") REFERENCES "public"."projects"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_project_id_projects_company_id_id_fk" FOREIGN KEY ("company_id","project_id") REFERENCES "public"."projects"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_company_id_member_id_staff_members_company_id_id_fk" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."staff_members"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_company_id_member_id_staff_members_company_id_id_fk" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."staff_members"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sign_ins" ADD CONSTRAINT "staff_sign_ins_company_id_member_id_staff_members_company_id_id_fk" FOREIGN KEY ("company_id","member_id") REFERENCES "public"."staff_members"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bearers_by_expiry" ON "bearers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bearers_of_session" ON "bearers" USING btree ("company_id","session_id");--> statement-breakpoint
CREATE INDEX "capabilities_of_request" ON "capabilities" USING btree ("company_id","request_id");--> statement-breakpoint
CREATE INDEX "contact_proofs_by_expiry" ON "contact_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "devices_of_customer" ON "devices" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "devices_by_end" ON "devices" USING btree (coalesce("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "field_sessions_by_expiry" ON "field_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_of_customer" ON "sessions" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree (coalesce("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "sign_in_tokens_by_expiry" ON "sign_in_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_tokens_of_request" ON "sign_in_tokens" USING btree ("company_id","mail_request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_pause_per_plan" ON "plan_pauses" USING btree ("company_id","plan_id") WHERE "plan_pauses"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "open_pauses" ON "plan_pauses" USING btree ("company_id","created_at","id") WHERE "plan_pauses"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "pauses_by_time" ON "plan_pauses" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "pauses_of_customer" ON "plan_pauses" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_auto_pay_charge_per_invoice" ON "auto_pay_charges" USING btree ("company_id","invoice_id") WHERE "auto_pay_charges"."state" = 'LIVE';--> statement-breakpoint
CREATE INDEX "planned_auto_pay_charges_of_customer" ON "auto_pay_charges" USING btree ("company_id","customer_id") WHERE "auto_pay_charges"."state" = 'LIVE';--> statement-breakpoint
CREATE UNIQUE INDEX "an_invoice_is_excluded_from_auto_pay_once" ON "auto_pay_charges" USING btree ("company_id","invoice_id") WHERE "auto_pay_charges"."state" = 'EXCLUDED';--> statement-breakpoint
CREATE INDEX "auto_pay_charges_given_up" ON "auto_pay_charges" USING btree ("company_id","invoice_id") WHERE "auto_pay_charges"."state" = 'GAVE_UP';--> statement-breakpoint
CREATE INDEX "skipped_auto_pay_charges" ON "auto_pay_charges" USING btree ("company_id","invoice_id") WHERE skips > 0;--> statement-breakpoint
CREATE INDEX "due_auto_pay_charges" ON "auto_pay_charges" USING btree ("company_id","attempt_on") WHERE "auto_pay_charges"."state" = 'LIVE';--> statement-breakpoint
CREATE INDEX "charge_notices_by_time" ON "charge_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "due_installments" ON "installments" USING btree ("company_id","attempt_on") WHERE "installments"."status" in ('OPEN', 'FAILED');--> statement-breakpoint
CREATE INDEX "plans_by_time" ON "plans" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "plans_by_state" ON "plans" USING btree ("company_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "plans_of_customer" ON "plans" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "suspended_plans" ON "plans" USING btree ("company_id","suspended_at","id") WHERE "plans"."state" = 'SUSPENDED';--> statement-breakpoint
CREATE INDEX "plans_of_invoice" ON "plans" USING btree ("company_id","invoice_id");--> statement-breakpoint
CREATE INDEX "shown_plans_of_customer" ON "plans" USING btree ("company_id","customer_id") WHERE "plans"."state" in ('LIVE', 'SUSPENDED', 'PAID_OFF');--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_plan_per_invoice" ON "plans" USING btree ("company_id","invoice_id") WHERE "plans"."state" in ('LIVE', 'SUSPENDED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_schedule_per_invoice" ON "schedules" USING btree ("company_id","invoice_id") WHERE "schedules"."state" in ('LIVE', 'SUSPENDED');--> statement-breakpoint
CREATE INDEX "shown_schedules_of_customer" ON "schedules" USING btree ("company_id","customer_id") WHERE "schedules"."state" in ('LIVE', 'SUSPENDED');--> statement-breakpoint
CREATE INDEX "schedules_by_time" ON "schedules" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "schedules_by_state" ON "schedules" USING btree ("company_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "schedules_of_customer" ON "schedules" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "suspended_schedules" ON "schedules" USING btree ("company_id","suspended_at","id") WHERE "schedules"."state" = 'SUSPENDED';--> statement-breakpoint
CREATE INDEX "due_schedules" ON "schedules" USING btree ("company_id","attempt_on") WHERE "schedules"."state" = 'LIVE';--> statement-breakpoint
CREATE INDEX "parts_of_invoice" ON "attempt_parts" USING btree ("company_id","invoice_id");--> statement-breakpoint
CREATE INDEX "balance_changes_of_customer" ON "balance_changes" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "balance_changes_to_fold" ON "balance_changes" USING btree ("company_id","customer_id") WHERE not "balance_changes"."is_folded";--> statement-breakpoint
CREATE UNIQUE INDEX "company_domain_is_unique" ON "companies" USING btree (lower("domain"));--> statement-breakpoint
CREATE INDEX "contacts_of_customer" ON "contacts" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "contacts_by_value" ON "contacts" USING btree ("company_id","value_key");--> statement-breakpoint
CREATE INDEX "bounced_contacts_to_see" ON "contacts" USING btree ("company_id","bounced_at","id") WHERE bounced_at is not null and removed_at is null and bounce_acknowledged_at is null;--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("company_id","name_key","id");--> statement-breakpoint
CREATE INDEX "customers_by_called_name" ON "customers" USING btree ("company_id","called_key");--> statement-breakpoint
CREATE INDEX "customers_by_ref" ON "customers" USING btree ("company_id","customer_ref_key" collate "C","id");--> statement-breakpoint
CREATE INDEX "customers_with_auto_pay" ON "customers" USING btree ("company_id","id") WHERE "customers"."is_auto_pay_active";--> statement-breakpoint
CREATE UNIQUE INDEX "customer_external_ref_is_unique_in_company" ON "customers" USING btree ("company_id","external_ref") WHERE "customers"."external_ref" is not null;--> statement-breakpoint
CREATE INDEX "customers_by_time" ON "customers" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mandates_of_customer" ON "mandates" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "methods_of_customer" ON "payment_methods" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "active_cards_by_expiry" ON "payment_methods" USING btree ("company_id","expires_year","expires_month","id") WHERE "payment_methods"."state" = 'active' and "payment_methods"."expires_year" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "a_card_or_account_is_one_method_of_its_customer" ON "payment_methods" USING btree ("company_id","customer_id","processor","identity") WHERE "payment_methods"."state" <> 'removed';--> statement-breakpoint
CREATE INDEX "methods_to_forget" ON "payment_methods" USING btree ("removed_at") WHERE "payment_methods"."state" = 'removed' and "payment_methods"."forgotten_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_number_is_unique_in_company" ON "provider_events" USING btree ("company_id","number") WHERE "provider_events"."number" is not null;--> statement-breakpoint
CREATE INDEX "events_to_number" ON "provider_events" USING btree ("company_id","position") WHERE "provider_events"."number" is null;--> statement-breakpoint
CREATE INDEX "events_of_object" ON "provider_events" USING btree ("company_id","object_id","position");--> statement-breakpoint
CREATE INDEX "events_by_time" ON "provider_events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "deliveries_by_time" ON "webhook_deliveries" USING btree ("company_id","endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_to_send" ON "webhook_deliveries" USING btree ("company_id","endpoint_id","next_try_at") WHERE "webhook_deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_in_order" ON "webhook_deliveries" USING btree ("company_id","endpoint_id","object_id","position") WHERE "webhook_deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_of_event" ON "webhook_deliveries" USING btree ("company_id","event_position");--> statement-breakpoint
CREATE INDEX "billing_changes_of_customer" ON "billing_changes" USING btree ("company_id","customer_id","at","id");--> statement-breakpoint
CREATE INDEX "billing_changes_of_invoice" ON "billing_changes" USING btree ("company_id","invoice_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_time" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_inquiry_per_invoice" ON "inquiries" USING btree ("company_id","invoice_id") WHERE "inquiries"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "inquiries_of_invoice" ON "inquiries" USING btree ("company_id","invoice_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inquiries_of_customer" ON "inquiries" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inquiries_by_time" ON "inquiries" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "open_inquiries" ON "inquiries" USING btree ("company_id","created_at","id") WHERE "inquiries"."answered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_intent_per_request" ON "intents" USING btree ("company_id","request_id") WHERE "intents"."state" in ('PREPARED', 'OFFERED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_intent_per_invoice" ON "intents" USING btree ("company_id","invoice_id") WHERE "intents"."state" in ('PREPARED', 'OFFERED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_intent_per_processor_intent" ON "intents" USING btree ("company_id","processor","processor_reference") WHERE "intents"."processor_reference" is not null;--> statement-breakpoint
CREATE INDEX "intents_of_request" ON "intents" USING btree ("company_id","request_id","created_at");--> statement-breakpoint
CREATE INDEX "open_intents_of_customer" ON "intents" USING btree ("company_id","customer_id") WHERE "intents"."state" in ('PREPARED', 'OFFERED');--> statement-breakpoint
CREATE INDEX "intents_to_check" ON "intents" USING btree ("next_check_at") WHERE "intents"."state" in ('PREPARED', 'OFFERED');--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_external_ref_is_unique_in_company" ON "invoices" USING btree ("company_id","external_ref") WHERE "invoices"."external_ref" is not null;--> statement-breakpoint
CREATE INDEX "invoices_by_time" ON "invoices" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_of_customer_by_time" ON "invoices" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_by_status" ON "invoices" USING btree ("company_id","status","created_at","id") WHERE "invoices"."status" <> 'COLLECTED';--> statement-breakpoint
CREATE INDEX "invoices_by_due_date" ON "invoices" USING btree ("company_id","due_on","id");--> statement-breakpoint
CREATE INDEX "invoices_by_owed" ON "invoices" USING btree ("company_id","balance_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_by_ref" ON "invoices" USING btree ("company_id","account_ref_key" collate "C","id");--> statement-breakpoint
CREATE INDEX "invoices_by_status_and_due_date" ON "invoices" USING btree ("company_id","status","due_on","id","balance_cents");--> statement-breakpoint
CREATE INDEX "invoices_by_status_and_owed" ON "invoices" USING btree ("company_id","status","balance_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_of_customer" ON "invoices" USING btree ("company_id","customer_id","due_on","id");--> statement-breakpoint
CREATE INDEX "invoices_of_customer_by_opening" ON "invoices" USING btree ("company_id","customer_id","opened_on","id");--> statement-breakpoint
CREATE INDEX "invoices_by_urgency" ON "invoices" USING btree ("company_id","customer_id","urgency","id");--> statement-breakpoint
CREATE INDEX "invoices_by_balance" ON "invoices" USING btree ("company_id","customer_id",("total_cents" - "paid_cents"),"id");--> statement-breakpoint
CREATE INDEX "invoices_by_total" ON "invoices" USING btree ("company_id","customer_id","total_cents");--> statement-breakpoint
CREATE INDEX "invoices_by_search_text" ON "invoices" USING gin ("company_id","customer_id","search_text" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "invoices_of_project" ON "invoices" USING btree ("company_id","project_id","due_on","id") WHERE "invoices"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_with_an_offer" ON "invoices" USING btree ("company_id") WHERE "invoices"."negotiation" is not null;--> statement-breakpoint
CREATE INDEX "invoices_to_remind_of" ON "invoices" USING btree ("company_id","due_on","id") WHERE "invoices"."status" in ('DUE', 'IN_COLLECTION');--> statement-breakpoint
CREATE INDEX "invoices_to_mark_overdue" ON "invoices" USING btree ("company_id","due_on") WHERE "invoices"."status" = 'DUE';--> statement-breakpoint
CREATE INDEX "partial_requests_of_customer" ON "requests" USING btree ("company_id","customer_id","created_at") WHERE "requests"."kind" = 'PARTIAL';--> statement-breakpoint
CREATE INDEX "selections_by_time" ON "requests" USING btree ("created_at") WHERE "requests"."kind" = 'INVOICES';--> statement-breakpoint
CREATE INDEX "code_guesses_by_end" ON "limits"."code_guesses" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "limit_counters_by_end" ON "limits"."counters" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "method_setups_of_customer" ON "method_setups" USING btree ("company_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "method_setups_to_check" ON "method_setups" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "method_setups_of_address" ON "method_setups" USING btree (("evidence" ->> 'ipAddress'),"created_at");--> statement-breakpoint
CREATE INDEX "notices_to_mail" ON "company_notices" USING btree ("company_id","kind","event_position") WHERE "company_notices"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "notices_by_mail" ON "company_notices" USING btree ("company_id","kind","mailed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_position_is_unique" ON "audit" USING btree ("company_id","position");--> statement-breakpoint
CREATE INDEX "audit_to_chain" ON "audit" USING btree ("company_id","id") WHERE "audit"."position" is null;--> statement-breakpoint
CREATE INDEX "audit_of_subject" ON "audit" USING btree ("company_id","subject");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING brin ("at");--> statement-breakpoint
CREATE INDEX "audit_of_sign_ins" ON "audit" USING btree ("company_id","actor") WHERE "audit"."action" = 'signed_in';--> statement-breakpoint
CREATE INDEX "events_to_deliver" ON "outbox" USING btree ("id") WHERE "outbox"."delivered_at" is null and topic not in ('mail', 'sign_in_asked', 'link_asked');--> statement-breakpoint
CREATE INDEX "mails_to_deliver" ON "outbox" USING btree ("id") WHERE "outbox"."delivered_at" is null and topic in ('mail', 'sign_in_asked', 'link_asked') and not is_bulk;--> statement-breakpoint
CREATE INDEX "bulk_mails_to_deliver" ON "outbox" USING btree ("company_id","id") WHERE "outbox"."delivered_at" is null and is_bulk;--> statement-breakpoint
CREATE INDEX "outbox_delivered" ON "outbox" USING btree ("delivered_at") WHERE "outbox"."delivered_at" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_of_attempt" ON "webhook_events" USING btree ("company_id","reference") WHERE "webhook_events"."reference" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_to_process" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "passkeys_of_customer" ON "passkeys" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "spent_challenges_by_expiry" ON "spent_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "moves_of_attempt" ON "attempt_moves" USING btree ("company_id","attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_attempt_per_request" ON "attempts" USING btree ("company_id","request_id") WHERE "attempts"."state" in ('SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN');--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_attempt_per_invoice" ON "attempts" USING btree ("company_id","invoice_id") WHERE "attempts"."state" in ('SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN');--> statement-breakpoint
CREATE UNIQUE INDEX "one_attempt_per_processor_charge" ON "attempts" USING btree ("company_id","processor","processor_reference") WHERE "attempts"."processor_reference" is not null;--> statement-breakpoint
CREATE INDEX "attempts_of_request" ON "attempts" USING btree ("company_id","request_id","created_at");--> statement-breakpoint
CREATE INDEX "attempts_of_customer" ON "attempts" USING btree ("company_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "doubtful_attempts_of_address" ON "attempts" USING btree ("client_address","created_at") WHERE state in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'FAILED');--> statement-breakpoint
CREATE INDEX "doubtful_attempts_of_actor" ON "attempts" USING btree ("company_id","actor","created_at") WHERE state in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'FAILED');--> statement-breakpoint
CREATE INDEX "doubtful_attempts_of_company" ON "attempts" USING btree ("company_id","created_at") WHERE state in ('CREATED', 'SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'FAILED');--> statement-breakpoint
CREATE INDEX "attempts_of_company" ON "attempts" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "attempts_by_state" ON "attempts" USING btree ("company_id","state","created_at","id") WHERE "attempts"."state" <> 'SUCCEEDED';--> statement-breakpoint
CREATE INDEX "attempts_by_amount" ON "attempts" USING btree ("company_id","amount_cents","id");--> statement-breakpoint
CREATE INDEX "attempts_by_method" ON "attempts" USING btree ("company_id","method","created_at","id","state");--> statement-breakpoint
CREATE INDEX "orphans_to_see" ON "attempts" USING btree ("company_id","created_at","id") WHERE is_orphan and acknowledged_at is null;--> statement-breakpoint
CREATE INDEX "returns_to_see" ON "attempts" USING btree ("company_id","settled_at","id") WHERE state = 'RETURNED' and processor <> 'manual'
  and (acknowledged_at is null or acknowledged_at < settled_at);--> statement-breakpoint
CREATE INDEX "attempts_of_invoice" ON "attempts" USING btree ("company_id","invoice_id");--> statement-breakpoint
CREATE INDEX "attempts_of_plan" ON "attempts" USING btree ("company_id","plan_id") WHERE "attempts"."plan_id" is not null;--> statement-breakpoint
CREATE INDEX "attempts_by_time" ON "attempts" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "disputed_attempts_of_invoice" ON "attempts" USING btree ("company_id","invoice_id") WHERE "attempts"."dispute_state" is not null;--> statement-breakpoint
CREATE INDEX "attempts_to_check" ON "attempts" USING btree ("next_check_at") WHERE "attempts"."state" in ('SENT', 'ACTION_REQUIRED', 'PENDING', 'UNKNOWN');--> statement-breakpoint
CREATE INDEX "postings_of_attempt" ON "postings" USING btree ("company_id","attempt_id");--> statement-breakpoint
CREATE INDEX "postings_by_time" ON "postings" USING btree ("company_id","at","cash_cents","fee_part_cents");--> statement-breakpoint
CREATE INDEX "postings_of_customer" ON "postings" USING btree ("company_id","customer_id","at","id");--> statement-breakpoint
CREATE INDEX "postings_by_source" ON "postings" USING btree ("company_id","source");--> statement-breakpoint
CREATE INDEX "postings_by_destination" ON "postings" USING btree ("company_id","destination");--> statement-breakpoint
CREATE INDEX "contracts_of_customer" ON "contracts" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contracts_by_time" ON "contracts" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "estimates_of_project" ON "estimates" USING btree ("company_id","project_id","estimate_ref_key");--> statement-breakpoint
CREATE INDEX "orders_of_project" ON "orders" USING btree ("company_id","project_id","order_ref_key");--> statement-breakpoint
CREATE INDEX "projects_of_customer" ON "projects" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "projects_by_time" ON "projects" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash_is_unique" ON "api_keys" USING btree ("key_hash","company_id");--> statement-breakpoint
CREATE INDEX "provider_calls_of_object" ON "provider_calls" USING btree ("company_id","object_id");--> statement-breakpoint
CREATE INDEX "provider_calls_by_time" ON "provider_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reconciliations_by_time" ON "reconciliations" USING btree ("company_id","covers_from");--> statement-breakpoint
CREATE INDEX "unplaced_charges_to_see" ON "unplaced_charges" USING btree ("company_id","found_at","id") WHERE "unplaced_charges"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_is_booked_once" ON "disputes" USING btree ("company_id","processor_reference");--> statement-breakpoint
CREATE INDEX "open_disputes" ON "disputes" USING btree ("company_id","created_at","id") WHERE "disputes"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "disputes_of_attempt" ON "disputes" USING btree ("company_id","attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_overpayment_refund_per_attempt" ON "refunds" USING btree ("company_id","attempt_id") WHERE "refunds"."origin" = 'OVERPAYMENT';--> statement-breakpoint
CREATE UNIQUE INDEX "refund_is_booked_once" ON "refunds" USING btree ("company_id","processor_reference") WHERE "refunds"."processor_reference" is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_attempt" ON "refunds" USING btree ("company_id","attempt_id");--> statement-breakpoint
CREATE INDEX "stuck_refunds" ON "refunds" USING btree ("company_id","held_at","id") WHERE held_at is not null
  and state in ('REQUESTED', 'SENT', 'PENDING');--> statement-breakpoint
CREATE INDEX "failed_refunds" ON "refunds" USING btree ("company_id","failed_at","id") WHERE state = 'FAILED' and resolved_at is null;--> statement-breakpoint
CREATE INDEX "refunds_to_make" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."state" in ('REQUESTED', 'SENT') and "refunds"."held_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_to_follow" ON "refunds" USING btree ("company_id","created_at","id") WHERE "refunds"."state" in ('PENDING', 'SUCCEEDED');--> statement-breakpoint
CREATE INDEX "unexpected_refunds" ON "refunds" USING btree ("company_id","unexpected_at","id") WHERE unexpected_at is not null and acknowledged_at is null;--> statement-breakpoint
CREATE INDEX "staff_members_by_removal" ON "staff_members" USING btree ("removed_at") WHERE "staff_members"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "staff_passkeys_of_member" ON "staff_passkeys" USING btree ("company_id","member_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_of_member" ON "staff_sessions" USING btree ("company_id","member_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_end" ON "staff_sessions" USING btree (coalesce("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "staff_sign_ins_of_request" ON "staff_sign_ins" USING btree ("company_id","mail_request_id");--> statement-breakpoint
CREATE INDEX "staff_sign_ins_of_member" ON "staff_sign_ins" USING btree ("company_id","member_id");--> statement-breakpoint
CREATE INDEX "staff_sign_ins_by_expiry" ON "staff_sign_ins" USING btree ("expires_at");--> statement-breakpoint
alter sequence attempt_moves_id_seq owned by attempt_moves.id;
alter sequence audit_id_seq owned by audit.id;
alter sequence balance_changes_id_seq owned by balance_changes.id;
alter sequence postings_id_seq owned by postings.id;
alter sequence webhook_deliveries_position_seq owned by webhook_deliveries.position;
--> statement-breakpoint
-- Counts are made at every request and guesses at every wrong code: after a crash they are worth nothing.
alter table limits.counters set unlogged;
alter table limits.code_guesses set unlogged;
-- A PDF file is compressed already.
alter table contract_documents alter column content set storage external;
--> statement-breakpoint
-- In whose name the transaction runs. Settings that are missing or empty match no row.
create function current_company_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;
create function current_customer_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.customer_id', true), '')::uuid;
-- Without a customer the whole company is meant: a job, a webhook.
create function is_in_customer_scope(customer_id uuid) returns boolean language sql stable
  parallel safe
  return current_customer_id() is null or customer_id = current_customer_id();
--> statement-breakpoint
-- Jobs are added inside the business transaction, hence as quittance_portal, which has no rights in the queue's schema.
-- The body is text and not `return`, so that graphile-worker's own migrations may replace the function it calls.
create function enqueue_job(task text, payload json, run_at timestamptz, job_key text)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
begin
  perform graphile_worker.add_job(
    identifier => enqueue_job.task,
    payload => enqueue_job.payload,
    run_at => enqueue_job.run_at,
    job_key => enqueue_job.job_key
  );
end
$$;
--> statement-breakpoint
-- An id of version 7, which begins with the time: rows that are added together are neighbors in every index. Postgres
-- has uuidv7() only since version 18.
create function time_ordered_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
--> statement-breakpoint
-- The ids of a page of the caller's own invoices that contain a text or have an amount. It runs as the owner of the
-- tables, because policies keep `like` from using an index; whose invoices are searched comes from the settings of the
-- transaction alone, as in the policies. It is planned for each text: a common one is found along the order, a rare
-- one by the index.
create function find_own_invoices(
  sort text, row_limit integer, pattern text, amount_cents bigint, statuses text[],
  after_value text, after_id uuid
) returns setof uuid language plpgsql stable security definer rows 26
  set search_path = public, pg_temp set enable_sort = on as $$
declare
  sort_key text := case ltrim(sort, '-')
    when 'urgency' then 'urgency'
    when 'dueDate' then 'due_on'
    when 'balance' then '(total_cents - paid_cents)'
  end;
  sort_type text := case ltrim(sort, '-')
    when 'urgency' then 'integer' when 'dueDate' then 'date' else 'bigint'
  end;
  direction text := case when sort like '-%' then 'desc' else 'asc' end;
begin
  return query execute format(
    'select id from invoices where company_id = $1 and customer_id = $2 and voided_at is null
      and (search_text like $3 %s) %s %s order by %s %s, id %s limit %s',
    case when amount_cents is not null
      then 'or total_cents = $4 or (total_cents - paid_cents) = $4' end,
    case when statuses is not null then 'and status = any($5)' end,
    case when after_id is not null then format('and (%s, id) %s ($6::%s, $7)', sort_key,
      case direction when 'desc' then '<' else '>' end, sort_type) end,
    sort_key, direction, direction, row_limit)
  using current_company_id(), current_customer_id(), pattern, amount_cents, statuses, after_value,
    after_id;
end
$$;
--> statement-breakpoint
-- Events are counted and numbered in the name of whoever writes them, since a transaction on distributed tables cannot
-- write as two roles. The counter of an object is locked until the transaction ends, and the position is taken under
-- that lock: events of an object are committed in the order of their positions.
create function next_event_place(company uuid, object uuid, out sequence bigint, out place bigint)
  language plpgsql volatile set search_path = public, pg_temp as $$
begin
  if company <> current_company_id() then
    raise insufficient_privilege using message = 'events belong to the company of the transaction';
  end if;
  insert into event_counters as counter (company_id, object_id, last) values (company, object, 1)
    on conflict (company_id, object_id) do update set last = counter.last + 1
    returning last into sequence;
  place := nextval('event_positions');
end
$$;
-- The places of events of many objects at once; each object is given once.
create function next_event_places(company uuid, objects uuid[])
  returns table (object uuid, sequence bigint, place bigint)
  language plpgsql volatile set search_path = public, pg_temp as $$
begin
  if company <> current_company_id() then
    raise insufficient_privilege using message = 'events belong to the company of the transaction';
  end if;
  return query
    with counted as (
      insert into event_counters as counter (company_id, object_id, last)
        select company, given.id, 1 from unnest(objects) with ordinality as given (id, at) order by given.at
        on conflict (company_id, object_id) do update set last = counter.last + 1
        returning counter.object_id, counter.last
    )
    select counted.object_id, counted.last, nextval('event_positions') from counted;
end
$$;
-- Numbers events that are committed and not numbered yet, and returns how many. One transaction at a time does it for a
-- company, so that an event which is committed later has a higher number than every event that was read before.
create function number_events(company uuid, row_limit integer) returns integer
  language plpgsql volatile set search_path = public, pg_temp as $$
declare
  head bigint;
  numbered integer;
begin
  if company <> current_company_id() then
    raise insufficient_privilege using message = 'events belong to the company of the transaction';
  end if;
  insert into event_counters (company_id, object_id, last) values (company, company, 0)
    on conflict do nothing;
  select last into head from event_counters
    where company_id = company and object_id = company for update;
  with waiting as (
    select position from provider_events
    where company_id = company and number is null order by position limit row_limit
  ), placed as (
    select position, row_number() over (order by position) as place from waiting
  )
  update provider_events as event set number = head + placed.place
    from placed where event.company_id = company and event.position = placed.position;
  get diagnostics numbered = row_count;
  if numbered > 0 then
    update event_counters set last = head + numbered
      where company_id = company and object_id = company;
  end if;
  return numbered;
end
$$;
--> statement-breakpoint
-- Replaces or deletes what is known of a person (R54). It reaches tables that the company's own systems may only append
-- to, so it is the only way there. Mandates keep their evidence, and money stays as it is.
create function erase_person(company uuid, person uuid, at timestamptz) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  blank constant jsonb := '{"ipAddress": "", "userAgent": ""}';
begin
  if company is distinct from current_company_id() or current_customer_id() is not null then
    raise insufficient_privilege using message = 'a person is erased by their company';
  end if;
  update customers set first_name = 'Erased', last_name = 'customer', business_name = null,
      born_on = null, address = null, erased_at = coalesce(erased_at, at)
    where company_id = company and id = person;

  delete from contact_proofs where company_id = company and customer_id = person;
  delete from sign_in_tokens where company_id = company and customer_id = person;
  delete from contacts where company_id = company and customer_id = person;
  delete from bearers where company_id = company and customer_id = person;
  delete from sessions where company_id = company and customer_id = person;
  delete from devices where company_id = company and customer_id = person;
  delete from field_sessions where company_id = company and customer_id = person;
  delete from contract_documents where company_id = company and contract_id in (
    select id from contracts where company_id = company and customer_id = person);
  delete from outbox where company_id = company and topic = 'mail'
    and payload ->> 'customerId' = person::text;

  update inquiries set text = null, answer = null
    where company_id = company and customer_id = person
      and (text is not null or answer is not null);
  update payment_methods set identity = null
    where company_id = company and customer_id = person and identity is not null;
  update attempts set client_address = null, claimed_device = null
    where company_id = company and customer_id = person
      and (client_address is not null or claimed_device is not null);
  update method_setups set evidence = blank
    where company_id = company and customer_id = person and evidence <> blank;
  update intents set evidence = blank
    where company_id = company and customer_id = person and evidence <> blank;
  update audit set detail = detail - 'address'
    where company_id = company and detail ? 'address' and subject in (
      select 'attempt:' || id from attempts where company_id = company and customer_id = person
      union all
      select 'method:' || id from payment_methods
        where company_id = company and customer_id = person);
  update audit set detail = detail - 'address'
    where company_id = company and action = 'signed_in' and actor = 'customer:' || person;
end
$$;
--> statement-breakpoint
-- The sums of a company's figures (R77). They run as the owner of the tables, because policies look at the customer of
-- every row, which no index of these sums has; whose rows are summed comes from the settings of the transaction alone,
-- as in the policies, and nothing for one customer. Compiling them takes longer than it saves.
create function sum_own_days(zone text, first_day date, last_day date)
  returns table (date text, received bigint, returned bigint, fee bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  company constant uuid := case when current_customer_id() is null then current_company_id() end;
begin
  return query
    select to_char(d.day, 'YYYY-MM-DD'), s.received::bigint, s.returned::bigint, s.fee::bigint
    from (select day, day::timestamp at time zone zone as starts,
        (day + interval '1 day')::timestamp at time zone zone as ends
      from generate_series(first_day, last_day, interval '1 day') day) d
    cross join lateral (
      select coalesce(sum(p.cash_cents) filter (where p.cash_cents > 0), 0) as received,
        coalesce(-sum(p.cash_cents) filter (where p.cash_cents < 0), 0) as returned,
        coalesce(sum(p.fee_part_cents), 0) as fee
      from postings p where p.company_id = company and p.at >= d.starts and p.at < d.ends) s
    order by 1;
end
$$;
create function sum_own_owed(today date) returns table (bucket integer, count bigint, amount bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  company constant uuid := case when current_customer_id() is null then current_company_id() end;
begin
  return query
    select b.bucket, sum(b.count)::bigint, sum(b.amount)::bigint
    from (select case when i.status in ('DUE', 'IN_COLLECTION', 'DEFAULTED') and i.due_on < today
          then least((today - i.due_on + 29) / 30, 4) else 0 end as bucket,
        count(*) as count, sum(i.balance_cents) as amount
      from invoices i
      where i.company_id = company and i.status in ('DUE', 'IN_COLLECTION', 'DEFAULTED', 'PENDING',
        'DISPUTED', 'PAYMENT_PLAN_IN_PROGRESS', 'PAYMENT_EXTENSION')
      group by i.status, i.due_on) b
    group by 1;
end
$$;
create function count_own_outcomes(since timestamptz, until timestamptz)
  returns table (method text, succeeded bigint, failed bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  company constant uuid := case when current_customer_id() is null then current_company_id() end;
begin
  return query
    select kind.name, s.succeeded, s.failed from (values ('ACH'), ('CARD')) kind (name)
    cross join lateral (
      select count(*) filter (where a.state in ('SUCCEEDED', 'RETURNED')) as succeeded,
        count(*) filter (where a.state = 'FAILED') as failed
      from attempts a where a.company_id = company and a.method = kind.name
        and a.created_at >= since and a.created_at < until) s
    where s.succeeded + s.failed > 0 order by 1;
end
$$;
create function mean_own_days_to_pay(zone text, since timestamptz, until timestamptz, sample integer)
  returns numeric
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  company constant uuid := case when current_customer_id() is null then current_company_id() end;
begin
  return (
    select round(avg((x.settled_at at time zone zone)::date - i.opened_on), 1)
    from (select a.invoice_id, a.settled_at from attempts a
      where a.company_id = company and a.created_at >= since and a.created_at < until
        and a.state = 'SUCCEEDED' and a.invoice_id is not null and a.type <> 'COMPENSATION'
      order by a.created_at desc limit sample) x
    join invoices i on i.company_id = company and i.id = x.invoice_id);
end
$$;
--> statement-breakpoint
-- Processes keep companies in memory; each change of a row tells them to forget it.
create function announce_company_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('company_changed', old.company_id::text);
  return null;
end
$$;
-- One insert for each changed sum: on a distributed table the trigger runs beside the shard, where a statement cannot
-- join the changed rows with another table. Only ever inserts, so that two payments of a customer never wait for each
-- other here.
create function record_balance_changes() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in
      select company_id, customer_id, status, sum(total_cents) as total, sum(paid_cents) as paid
      from new_rows group by 1, 2, 3
    loop
      insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents)
        values (change.company_id, change.customer_id, change.status, change.total, change.paid);
    end loop;
  elsif tg_op = 'DELETE' then
    for change in
      select company_id, customer_id, status, -sum(total_cents) as total, -sum(paid_cents) as paid
      from old_rows group by 1, 2, 3
    loop
      insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents)
        values (change.company_id, change.customer_id, change.status, change.total, change.paid);
    end loop;
  else
    for change in
      select company_id, customer_id, status, sum(total_cents) as total, sum(paid_cents) as paid from (
        select company_id, customer_id, status, total_cents, paid_cents from new_rows
        union all
        select company_id, customer_id, status, -total_cents, -paid_cents from old_rows) changed
      group by 1, 2, 3
      having sum(total_cents) <> 0 or sum(paid_cents) <> 0
    loop
      insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents)
        values (change.company_id, change.customer_id, change.status, change.total, change.paid);
    end loop;
  end if;
  return null;
end
$$;
-- With the salt, the address could be found from its digest by trying all addresses.
create function forget_address_salt() returns trigger language plpgsql as $$
begin
  new.address_salt := null;
  return new;
end
$$;
--> statement-breakpoint
-- Nobody reads or writes invoice_holds but these triggers, which run as its owner.
create function hold_invoice() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare holder uuid;
begin
  if tg_table_name = 'attempt_parts' then holder := new.attempt_id; else holder := new.id; end if;
  insert into invoice_holds (company_id, invoice_id, holder_id)
    values (new.company_id, new.invoice_id, holder);
  return null;
end
$$;
create function free_invoice() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare holder uuid;
begin
  if tg_table_name = 'attempt_parts' then holder := old.attempt_id; else holder := old.id; end if;
  delete from invoice_holds
    where company_id = old.company_id and invoice_id = old.invoice_id and holder_id = holder;
  return null;
end
$$;
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name
    using errcode = 'check_violation', constraint = tg_table_name || '_are_append_only';
end
$$;
-- Not composite foreign keys: each would need another unique index on invoices and attempts, which every payment writes.
create function is_of_customer_of_invoice() returns trigger language plpgsql as $$
begin
  if new.invoice_id is not null and not exists (select from invoices
      where company_id = new.company_id and id = new.invoice_id and customer_id = new.customer_id) then
    raise exception '% names an invoice of another customer', tg_table_name
      using errcode = 'check_violation', constraint = 'row_is_of_the_customer_of_its_invoice';
  end if;
  return null;
end
$$;
create function is_of_customer_of_attempt() returns trigger language plpgsql as $$
begin
  if not exists (select from attempts
      where company_id = new.company_id and id = new.attempt_id and customer_id = new.customer_id) then
    raise exception '% names a payment of another customer', tg_table_name
      using errcode = 'check_violation', constraint = 'row_is_of_the_customer_of_its_attempt';
  end if;
  return null;
end
$$;
-- What a processor reports is booked, however much it is. Two orders at the same time wait for each other here.
create function refund_is_within_its_payment() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare paid bigint; ordered bigint;
begin
  select amount_cents + fee_cents into paid from attempts
    where company_id = new.company_id and id = new.attempt_id for no key update;
  select coalesce(sum(amount_cents), 0) into ordered from refunds
    where company_id = new.company_id and attempt_id = new.attempt_id
      and origin in ('OVERPAYMENT', 'PROVIDER', 'MANUAL') and state <> 'FAILED';
  if ordered + new.amount_cents > paid then
    raise exception 'the refunds of a payment exceed it'
      using errcode = 'check_violation', constraint = 'refunds_are_within_their_payment';
  end if;
  return new;
end
$$;
--> statement-breakpoint
revoke all on function enqueue_job, find_own_invoices, next_event_place, next_event_places, number_events, erase_person,
  sum_own_days, sum_own_owed, count_own_outcomes, mean_own_days_to_pay from public;
grant execute on function enqueue_job, find_own_invoices, next_event_place, next_event_places to quittance_portal;
grant execute on function number_events, erase_person, sum_own_days, sum_own_owed, count_own_outcomes,
  mean_own_days_to_pay to quittance_provider;
--> statement-breakpoint
revoke all on schema limits from public;
grant usage on schema public to quittance_portal;
-- Whoever inserts needs the right to use the sequence.
grant usage on sequence attempt_moves_id_seq, audit_id_seq, balance_changes_id_seq, event_positions, postings_id_seq,
  webhook_deliveries_position_seq to quittance_portal;
--> statement-breakpoint
-- Rows are not deleted by the portal, except those of arrangements and settings that their payer takes back. Columns that
-- say what a row is (keys, amounts owed, owners) cannot be updated. Nothing of a request changes; the right to update one
-- column is the right to lock the row. Facts go into the outbox and are read again only by the deliverer. Neither role
-- has a right to company_secrets, audit_heads, sealing_key_check or what limits count.
grant select on balance_changes, companies, company_logos, contract_documents, history_entries, invoice_lines,
  projects to quittance_portal;
grant insert on provider_events to quittance_portal;
grant select, insert on attempt_moves, audit, bearers, billing_changes, charge_notices, field_sessions,
  idempotency_keys, inquiries, postings, reconciliations, request_invoices, spent_challenges to quittance_portal;
grant select, insert, delete on muted_mails to quittance_portal;
grant select, insert, update (credit_cents, refunded_cents, owed_again_cents, is_open) on attempt_parts
  to quittance_portal;
grant select, insert, update (state, credit_cents, method_id, method_brand, method_last4, mandate_id,
  processor_reference, response_code, response_message, next_check_at, check_count, settled_at, order_sealed,
  decline_class, refunded_cents, dispute_state, held_at) on attempts to quittance_portal;
grant select, insert, update (mandate_id, method_id, charge_on, state, tries, next_try_on, moved_from_on, skips)
  on auto_pay_charges to quittance_portal;
grant select, insert, update (token_hash, created_at), delete on calendar_feeds to quittance_portal;
grant select, insert, update (expires_at, revoked_at, last_used_at) on capabilities to quittance_portal;
grant select, insert, update (used_at) on contact_proofs to quittance_portal;
grant select, insert, update (value, is_primary, is_enabled, verified_at, removed_at, removal_reason, version,
  bounced_at) on contacts to quittance_portal;
grant select, update (status, paid_cents) on contracts, orders to quittance_portal;
grant select, update (first_name, last_name, born_on, auto_pay_method_id, is_auto_pay_active, auto_pay_mandate_id,
  auto_pay_since_on, address, language) on customers to quittance_portal;
grant select, insert, update (revoked_at) on devices, mandates to quittance_portal;
grant select, insert, update (state, closed_at) on disputes to quittance_portal;
grant select, update (status, accepted_at, paid_cents) on estimates to quittance_portal;
grant select, insert, update (last) on event_counters to quittance_portal;
grant select, insert, update (due_on, principal_cents, fee_cents, cost_cents, status, tries, next_try_on, is_missed,
  moved_from_on, skips), delete on installments to quittance_portal;
grant select, insert, update (state, quotes, processor_reference, next_check_at, check_count, settled_at) on intents
  to quittance_portal;
grant select, update (paid_cents, status, status_before, negotiation, attached_method_id, version) on invoices
  to quittance_portal;
grant select, insert, update (state, order_sealed, processor_reference, method_id, response_message, settled_at,
  next_check_at) on method_setups to quittance_portal;
grant select (company_id, id), insert on outbox to quittance_portal;
grant select, insert, update (name), delete on passkeys to quittance_portal;
grant select, insert, update (kind, brand, last4, expires_month, expires_year, token_sealed, scheme_reference, state,
  removed_at, processor_customer, is_saved, forgotten_at, account_type, identity) on payment_methods
  to quittance_portal;
grant select, insert, update (note, state, answer, answered_at) on plan_pauses to quittance_portal;
grant select, insert, update (method_id, mandate_id, fee_cents, count, state, suspended_at, reminded_at, ends_on,
  day_of_month, skips, day_changes, pauses) on plans to quittance_portal;
grant select, insert, update (state, processor_reference, tries, done_at, principal_cents, is_owed_again, next_try_at,
  sent_at, leased_by, unexpected_at, held_at, failed_at, failure_reason, credited_cents, resolution, resolved_at)
  on refunds to quittance_portal;
grant select, insert, update (amount_cents), delete on request_orders to quittance_portal;
grant select, insert, update (created_at, version) on requests to quittance_portal;
grant select, insert, update (method_id, mandate_id, fee_cents, charge_on, state, tries, next_try_on, suspended_at,
  reminded_at, moved_from_on, skips) on schedules to quittance_portal;
grant select, insert, update (last_seen_at, expires_at, revoked_at) on sessions to quittance_portal;
grant select, insert, update (code_tries, used_at) on sign_in_tokens to quittance_portal;
grant select, insert, update (is_pending, closed_at) on unplaced_charges to quittance_portal;
grant select, insert, update (processed_at, tries) on webhook_events to quittance_portal;
--> statement-breakpoint
-- In addition to the rights of the portal. A company's domain and processor stay, and its secrets stay out of reach.
grant insert on contracts, estimates, orders to quittance_provider;
grant delete on spent_challenges to quittance_provider;
grant insert, delete on invoice_lines to quittance_provider;
grant select, insert on invoice_reminders to quittance_provider;
grant select, insert, update (expires_at, last_used_at, revoked_at) on api_keys to quittance_provider;
grant update (acknowledged_at) on attempts, refunds to quittance_provider;
grant update (name, dba, legal_name, main_color, secondary_color, rules, fee_settings, is_fee_payer_company,
  preference, time_zone, address, palette, support_email, support_phone, reminders, notices, charges_held_since,
  charge_rules) on companies to quittance_provider;
grant select, insert, update (noticed_to, summarized_on) on company_mail_progress to quittance_provider;
grant select, insert, update (mailed_at) on company_notices to quittance_provider;
grant update (bounce_acknowledged_at) on contacts to quittance_provider;
grant insert, update (name, content, size, sha256, created_at), delete on contract_documents to quittance_provider;
grant insert, update (customer_ref, is_test, external_ref, business_name) on customers to quittance_provider;
grant update (answer, answered_at) on inquiries to quittance_provider;
grant insert, update (product_name, description, total_cents, due_on, external_ref, po_number, note, tax_cents,
  voided_at, written_off_at) on invoices to quittance_provider;
grant insert, update (project_name, status) on projects to quittance_provider;
grant select, insert, update (status, answer_sealed, object_id) on provider_calls to quittance_provider;
grant select, update (number) on provider_events to quittance_provider;
grant select, insert, update (list, filters, changed_at), delete on saved_views to quittance_provider;
grant update (charge_on) on schedules to quittance_provider;
grant select, insert, update (role, name_sealed, email_sealed, email_hash, invitation_expires_at, removed_at)
  on staff_members to quittance_provider;
grant select, insert, update (sign_count, last_used_at), delete on staff_passkeys to quittance_provider;
grant select, update (revoked_at, second_factor_at, challenge_hash) on staff_sessions to quittance_provider;
grant select, insert, update (used_at) on staff_sign_ins to quittance_provider;
grant update (refund_id, refund_sent_at) on unplaced_charges to quittance_provider;
grant select, insert, update (state, tries, next_try_at, status, failure, finished_at, leased_by)
  on webhook_deliveries to quittance_provider;
grant select, insert, update (url, types, state, secret_sealed, old_secret_sealed, old_secret_until, fanned_out_to,
  failing_since) on webhook_endpoints to quittance_provider;
--> statement-breakpoint
do $$
declare name text;
begin
  foreach name in array array[
    'api_keys', 'attempt_moves', 'attempt_parts', 'attempts', 'audit', 'audit_heads', 'auto_pay_charges',
    'balance_changes', 'bearers', 'billing_changes', 'calendar_feeds', 'capabilities', 'charge_notices', 'companies',
    'company_logos', 'company_mail_progress', 'company_notices', 'company_secrets', 'contact_proofs', 'contacts',
    'contract_documents', 'contracts', 'customers', 'devices', 'disputes', 'estimates', 'event_counters',
    'field_sessions', 'history_entries', 'history_progress', 'idempotency_keys', 'inquiries', 'installments', 'intents',
    'invoice_holds', 'invoice_lines', 'invoice_reminders', 'invoices', 'mandates', 'method_setups', 'muted_mails',
    'orders', 'outbox', 'passkeys', 'payment_methods', 'plan_pauses', 'plans', 'postings', 'projects', 'provider_calls',
    'provider_events', 'reconciliations', 'refunds', 'request_invoices', 'request_orders', 'requests', 'saved_views',
    'schedules', 'sealing_key_check', 'sessions', 'sign_in_tokens', 'spent_challenges', 'staff_members',
    'staff_passkeys', 'staff_sessions', 'staff_sign_ins', 'unplaced_charges', 'webhook_deliveries', 'webhook_endpoints',
    'webhook_events', 'limits.code_guesses', 'limits.counters'
  ] loop
    execute format('alter table %s enable row level security', name);
  end loop;
  foreach name in array array[
    'attempt_moves', 'attempt_parts', 'auto_pay_charges', 'bearers', 'billing_changes', 'calendar_feeds', 'capabilities',
    'charge_notices', 'contact_proofs', 'contacts', 'contract_documents', 'devices', 'disputes', 'estimates',
    'field_sessions', 'history_entries', 'idempotency_keys', 'inquiries', 'installments', 'intents', 'invoice_lines',
    'method_setups', 'muted_mails', 'orders', 'passkeys', 'plan_pauses', 'postings', 'refunds', 'request_invoices',
    'request_orders', 'sessions', 'sign_in_tokens', 'spent_challenges'
  ] loop
    execute format('create policy own_rows on %I to quittance_portal
      using (company_id = current_company_id() and is_in_customer_scope(customer_id))', name);
  end loop;
  -- The same, written out for the tables that grow longest.
  foreach name in array array[
    'attempts', 'contracts', 'mandates', 'payment_methods', 'plans', 'projects', 'requests', 'schedules'
  ] loop
    execute format('create policy own_rows on %I to quittance_portal
      using (company_id = current_company_id()
        and (current_customer_id() is null or customer_id = current_customer_id()))', name);
  end loop;
  foreach name in array array[
    'api_keys', 'company_mail_progress', 'company_notices', 'invoice_reminders', 'provider_calls', 'saved_views',
    'staff_members', 'staff_passkeys', 'staff_sessions', 'staff_sign_ins', 'webhook_deliveries', 'webhook_endpoints'
  ] loop
    execute format('create policy own_company on %I to quittance_provider
      using (company_id = current_company_id())', name);
  end loop;
end
$$;
--> statement-breakpoint
create policy own_rows on customers to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(id));
-- A customer does not see what was voided; the company does.
create policy own_rows on invoices to quittance_portal
  using (company_id = current_company_id()
    and (current_customer_id() is null or (customer_id = current_customer_id() and voided_at is null)));
create policy own_rows on balance_changes for select to quittance_portal
  using (company_id = current_company_id()
    and (current_customer_id() is null or customer_id = current_customer_id()));
create policy own_company on companies for select to quittance_portal
  using (company_id = current_company_id());
create policy own_company_changes on companies for update to quittance_provider
  using (company_id = current_company_id());
-- A receipt shows the logo, so the portal's role reads the one of its company.
create policy own_company on company_logos for select to quittance_portal
  using (company_id = current_company_id());
create policy own_company on event_counters to quittance_portal
  using (company_id = current_company_id());
--> statement-breakpoint
-- What belongs to the company as a whole: a customer may cause such rows but not read them. (The two columns of the
-- outbox that are granted say nothing.)
create policy own_company_reads on outbox for select to quittance_portal
  using (company_id = current_company_id());
create policy own_company_writes on outbox for insert to quittance_portal
  with check (company_id = current_company_id());
create policy company_reads on audit for select to quittance_portal
  using (company_id = current_company_id() and current_customer_id() is null);
create policy own_company_writes on audit for insert to quittance_portal
  with check (company_id = current_company_id());
create policy own_company_reads on provider_events for select to quittance_provider
  using (company_id = current_company_id());
create policy own_company_writes on provider_events for insert to quittance_portal
  with check (company_id = current_company_id());
create policy own_company_numbers on provider_events for update to quittance_provider
  using (company_id = current_company_id());
create policy company_only on webhook_events to quittance_portal
  using (company_id = current_company_id() and current_customer_id() is null);
create policy company_only on reconciliations to quittance_portal
  using (company_id = current_company_id() and current_customer_id() is null);
create policy company_only on unplaced_charges to quittance_portal
  using (company_id = current_company_id() and current_customer_id() is null);
--> statement-breakpoint
create trigger company_changed after update or delete on companies
  for each row execute function announce_company_change();
create trigger address_erased before update of detail on audit
  for each row when (old.detail ? 'address' and not new.detail ? 'address')
  execute function forget_address_salt();
--> statement-breakpoint
create trigger balance_grows after insert on invoices referencing new table as new_rows
  for each statement execute function record_balance_changes();
create trigger balance_changes after update on invoices
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_balance_changes();
create trigger balance_shrinks after delete on invoices referencing old table as old_rows
  for each statement execute function record_balance_changes();
--> statement-breakpoint
create trigger new_attempt_holds after insert on attempts for each row
  when (new.invoice_id is not null and new.state in ('SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'PENDING'))
  execute function hold_invoice();
create trigger opened_attempt_holds after update of state on attempts for each row
  when (new.invoice_id is not null and new.state in ('SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'PENDING')
    and old.state not in ('SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'PENDING'))
  execute function hold_invoice();
create trigger closed_attempt_frees after update of state on attempts for each row
  when (old.invoice_id is not null and old.state in ('SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'PENDING')
    and new.state not in ('SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'PENDING'))
  execute function free_invoice();
create trigger deleted_attempt_frees after delete on attempts for each row
  when (old.invoice_id is not null and old.state in ('SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'PENDING'))
  execute function free_invoice();
create trigger new_part_holds after insert on attempt_parts for each row
  when (new.is_open) execute function hold_invoice();
create trigger closed_part_frees after update of is_open on attempt_parts for each row
  when (old.is_open and not new.is_open) execute function free_invoice();
create trigger new_intent_holds after insert on intents for each row
  when (new.invoice_id is not null and new.state in ('PREPARED', 'OFFERED'))
  execute function hold_invoice();
create trigger closed_intent_frees after update of state on intents for each row
  when (old.invoice_id is not null and old.state in ('PREPARED', 'OFFERED')
    and new.state not in ('PREPARED', 'OFFERED'))
  execute function free_invoice();
--> statement-breakpoint
create trigger append_only before update or delete on postings
  for each statement execute function refuse_change();
create trigger append_only before update or delete on attempt_moves
  for each statement execute function refuse_change();
create trigger within_payment before insert on refunds for each row
  when (new.origin in ('OVERPAYMENT', 'PROVIDER', 'MANUAL'))
  execute function refund_is_within_its_payment();
--> statement-breakpoint
do $$
declare child text;
begin
  foreach child in array array['attempts', 'attempt_parts', 'intents', 'request_invoices', 'requests',
    'plans', 'schedules', 'auto_pay_charges', 'charge_notices'] loop
    execute format('create trigger customer_of_invoice after insert or update of customer_id, invoice_id
      on %I for each row execute function is_of_customer_of_invoice()', child);
  end loop;
  foreach child in array array['attempt_parts', 'attempt_moves', 'postings', 'refunds', 'disputes'] loop
    execute format('create trigger customer_of_attempt after insert or update of customer_id, attempt_id
      on %I for each row execute function is_of_customer_of_attempt()', child);
  end loop;
end
$$;
