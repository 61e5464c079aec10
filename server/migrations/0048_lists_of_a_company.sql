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
ALTER TABLE "contacts" ADD COLUMN "bounce_acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "value_key" text collate "C" GENERATED ALWAYS AS (lower(value)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (lower(coalesce(business_name, last_name || ' ' || first_name))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "called_key" text collate "C" GENERATED ALWAYS AS (lower(first_name || ' ' || last_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "balance_cents" bigint GENERATED ALWAYS AS (total_cents - paid_cents) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "cash_cents" bigint GENERATED ALWAYS AS (case when left(destination, 9) in ('clearing:', 'disputed:') = (left(source, 9) in ('clearing:', 'disputed:')) then 0
        when left(destination, 9) in ('clearing:', 'disputed:') then amount_cents else -amount_cents end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "fee_part_cents" bigint GENERATED ALWAYS AS (case 'fee_income' when source then amount_cents
        when destination then -amount_cents else 0 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_company_id_companies_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auto_pay_charges_given_up" ON "auto_pay_charges" USING btree ("company_id","invoice_id") WHERE "auto_pay_charges"."state" = 'GAVE_UP';--> statement-breakpoint
CREATE INDEX "plans_by_time" ON "plans" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "plans_by_state" ON "plans" USING btree ("company_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "plans_of_customer" ON "plans" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "suspended_plans" ON "plans" USING btree ("company_id","suspended_at","id") WHERE "plans"."state" = 'SUSPENDED';--> statement-breakpoint
CREATE INDEX "schedules_by_time" ON "schedules" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "schedules_by_state" ON "schedules" USING btree ("company_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "schedules_of_customer" ON "schedules" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "suspended_schedules" ON "schedules" USING btree ("company_id","suspended_at","id") WHERE "schedules"."state" = 'SUSPENDED';--> statement-breakpoint
CREATE INDEX "contacts_by_value" ON "contacts" USING btree ("company_id","value_key");--> statement-breakpoint
CREATE INDEX "bounced_contacts_to_see" ON "contacts" USING btree ("company_id","bounced_at","id") WHERE bounced_at is not null and removed_at is null and bounce_acknowledged_at is null;--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("company_id","name_key","id");--> statement-breakpoint
CREATE INDEX "customers_by_called_name" ON "customers" USING btree ("company_id","called_key");--> statement-breakpoint
CREATE INDEX "customers_by_ref" ON "customers" USING btree ("company_id","customer_ref_key" collate "C","id");--> statement-breakpoint
CREATE INDEX "customers_with_auto_pay" ON "customers" USING btree ("company_id","id") WHERE "customers"."is_auto_pay_active";--> statement-breakpoint
CREATE INDEX "active_cards_by_expiry" ON "payment_methods" USING btree ("company_id","expires_year","expires_month","id") WHERE "payment_methods"."state" = 'active' and "payment_methods"."expires_year" is not null;--> statement-breakpoint
CREATE INDEX "events_of_object" ON "provider_events" USING btree ("company_id","object_id","position");--> statement-breakpoint
CREATE INDEX "invoices_by_due_date" ON "invoices" USING btree ("company_id","due_on","id");--> statement-breakpoint
CREATE INDEX "invoices_by_owed" ON "invoices" USING btree ("company_id","balance_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_by_ref" ON "invoices" USING btree ("company_id","account_ref_key" collate "C","id");--> statement-breakpoint
CREATE INDEX "invoices_by_status_and_due_date" ON "invoices" USING btree ("company_id","status","due_on","id","balance_cents");--> statement-breakpoint
CREATE INDEX "invoices_by_status_and_owed" ON "invoices" USING btree ("company_id","status","balance_cents","id");--> statement-breakpoint
CREATE INDEX "webhooks_of_attempt" ON "webhook_events" USING btree ("company_id","reference") WHERE "webhook_events"."reference" is not null;--> statement-breakpoint
CREATE INDEX "attempts_by_amount" ON "attempts" USING btree ("company_id","amount_cents","id");--> statement-breakpoint
CREATE INDEX "attempts_by_method" ON "attempts" USING btree ("company_id","method","created_at","id","state");--> statement-breakpoint
CREATE INDEX "orphans_to_see" ON "attempts" USING btree ("company_id","created_at","id") WHERE is_orphan and acknowledged_at is null;--> statement-breakpoint
CREATE INDEX "returns_to_see" ON "attempts" USING btree ("company_id","settled_at","id") WHERE state = 'RETURNED' and processor <> 'manual'
  and (acknowledged_at is null or acknowledged_at < settled_at);--> statement-breakpoint
CREATE INDEX "postings_by_time" ON "postings" USING btree ("company_id","at","cash_cents","fee_part_cents");--> statement-breakpoint
CREATE INDEX "open_disputes" ON "disputes" USING btree ("company_id","created_at","id") WHERE "disputes"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "refunds_in_review" ON "refunds" USING btree ("company_id","created_at","id") WHERE "refunds"."state" = 'REVIEW';--> statement-breakpoint
CREATE INDEX "open_pauses" ON "plan_pauses" USING btree ("company_id","created_at","id") WHERE "plan_pauses"."state" = 'OPEN';
--> statement-breakpoint
-- A company takes note of returns and bounces, and saves views of its lists.
grant update (acknowledged_at) on attempts to quittance_provider;
grant update (bounce_acknowledged_at) on contacts to quittance_provider;
grant select, insert, update (list, filters, changed_at), delete on saved_views to quittance_provider;
alter table saved_views enable row level security;
create policy own_company on saved_views to quittance_provider
  using (company_id = current_company_id());
--> statement-breakpoint
-- The sums of a company's figures (R77). They run as the owner of the tables, because policies look at the customer of every
-- row, which no index of these sums has; whose rows are summed comes from the settings of the transaction alone, as in the
-- policies, and nothing for one customer.
create function sum_own_days(zone text, first_day date, last_day date)
  returns table (date text, received bigint, returned bigint, fee bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
--> statement-breakpoint
create function sum_own_owed(today date) returns table (bucket integer, count bigint, amount bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
--> statement-breakpoint
create function count_own_outcomes(since timestamptz, until timestamptz)
  returns table (method text, succeeded bigint, failed bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
--> statement-breakpoint
create function mean_own_days_to_pay(zone text, since timestamptz, until timestamptz, sample integer)
  returns numeric
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
revoke all on function sum_own_days(text, date, date), sum_own_owed(date),
  count_own_outcomes(timestamptz, timestamptz),
  mean_own_days_to_pay(text, timestamptz, timestamptz, integer) from public;
grant execute on function sum_own_days(text, date, date), sum_own_owed(date),
  count_own_outcomes(timestamptz, timestamptz),
  mean_own_days_to_pay(text, timestamptz, timestamptz, integer) to quittance_provider;
