CREATE TABLE "invoice_lines" (
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"quantity" bigint NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	CONSTRAINT "invoice_lines_company_id_invoice_id_position_pk" PRIMARY KEY("company_id","invoice_id","position"),
	CONSTRAINT "invoice_line_has_a_quantity" CHECK ("invoice_lines"."quantity" > 0 and "invoice_lines"."tax_cents" >= 0)
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
	CONSTRAINT "provider_calls_company_id_key_pk" PRIMARY KEY("company_id","key")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "external_ref" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "business_name" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "external_ref" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "po_number" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash_is_unique" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "provider_calls_by_time" ON "provider_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customers_by_time" ON "customers" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_by_time" ON "invoices" USING btree ("company_id","created_at","id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customer_external_ref_is_unique_in_company" UNIQUE("company_id","external_ref");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoice_external_ref_is_unique_in_company" UNIQUE("company_id","external_ref");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "voided_invoice_is_an_unpaid_draft" CHECK ("invoices"."voided_at" is null or ("invoices"."status" = 'DRAFT' and "invoices"."paid_cents" = 0));--> statement-breakpoint
-- A company's own systems act as quittance_provider: it may do what the portal may for a whole company, and in addition
-- write what the company decides. Roles belong to the whole cluster, so the role may be there already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'quittance_provider') then
    begin
      create role quittance_provider nologin nosuperuser nocreatedb nocreaterole noreplication
        nobypassrls inherit;
    exception when duplicate_object or unique_violation then
      null; -- another database of the cluster was migrated at the same moment
    end;
  end if;
  if not pg_has_role('quittance_provider', 'quittance_portal', 'member') then
    begin
      grant quittance_portal to quittance_provider;
    exception when unique_violation then
      null; -- as above
    end;
  end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant quittance_provider to %I', current_user);
    exception when insufficient_privilege then
      if not pg_has_role(current_user, 'quittance_provider', 'member') then
        raise;
      end if;
    end;
  end if;
end
$$;
--> statement-breakpoint
grant insert, update (customer_ref, external_ref, business_name, is_test) on customers
  to quittance_provider;
grant insert, update (
    product_name, description, po_number, note, total_cents, tax_cents, due_on, external_ref, voided_at
  ) on invoices to quittance_provider;
grant select on invoice_lines to quittance_portal;
grant insert, delete on invoice_lines to quittance_provider;
grant select, insert, update (last_used_at, expires_at, revoked_at) on api_keys
  to quittance_provider;
grant select, insert, update (status, answer_sealed) on provider_calls to quittance_provider;
--> statement-breakpoint
alter table invoice_lines enable row level security;
alter table api_keys enable row level security;
alter table provider_calls enable row level security;
create policy own_rows on invoice_lines to quittance_portal
  using (company_id = (select current_company_id()) and exists (
    select from invoices
    where invoices.company_id = invoice_lines.company_id
      and invoices.id = invoice_lines.invoice_id));
create policy own_company on api_keys to quittance_provider
  using (company_id = (select current_company_id()));
create policy own_company on provider_calls to quittance_provider
  using (company_id = (select current_company_id()));
--> statement-breakpoint
-- A customer does not see what was voided; the company does.
alter policy own_rows on invoices
  using (company_id = (select current_company_id())
    and ((select current_customer_id()) is null
      or (customer_id = (select current_customer_id()) and voided_at is null)));
--> statement-breakpoint
create or replace function find_own_invoices(
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
