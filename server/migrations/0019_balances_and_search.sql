-- Indexes for text that contains another text, together with columns that are compared.
create extension if not exists pg_trgm;--> statement-breakpoint
create extension if not exists btree_gin;--> statement-breakpoint
CREATE TABLE "balance_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "balance_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"status" text NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "balance_changes_of_customer" ON "balance_changes" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "balance_changes_to_fold" ON "balance_changes" USING btree ("company_id","customer_id") WHERE not "balance_changes"."is_folded";--> statement-breakpoint
CREATE INDEX "invoices_by_total" ON "invoices" USING btree ("company_id","customer_id","total_cents");--> statement-breakpoint
CREATE INDEX "invoices_by_search_text" ON "invoices" USING gin ("company_id","customer_id","search_text" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "shown_plans_of_customer" ON "plans" USING btree ("company_id","customer_id") WHERE "plans"."state" in ('LIVE', 'SUSPENDED', 'PAID_OFF');--> statement-breakpoint
CREATE INDEX "shown_schedules_of_customer" ON "schedules" USING btree ("company_id","customer_id") WHERE "schedules"."state" in ('LIVE', 'SUSPENDED');--> statement-breakpoint
grant select on balance_changes to quittance_portal;
alter table balance_changes enable row level security;
create policy own_rows on balance_changes for select to quittance_portal
  using (company_id = (select current_company_id())
    and ((select current_customer_id()) is null
      or customer_id = (select current_customer_id())));
--> statement-breakpoint
-- Joined to every row of a list: as for the longest tables, whose name it is gets read once in a query.
alter policy own_rows on projects
  using (company_id = (select current_company_id())
    and ((select current_customer_id()) is null
      or customer_id = (select current_customer_id())));
alter policy own_rows on contracts
  using (company_id = (select current_company_id())
    and ((select current_customer_id()) is null
      or customer_id = (select current_customer_id())));
alter policy own_rows on payment_methods
  using (company_id = (select current_company_id())
    and ((select current_customer_id()) is null
      or customer_id = (select current_customer_id())));
alter policy own_rows on mandates
  using (company_id = (select current_company_id())
    and ((select current_customer_id()) is null
      or customer_id = (select current_customer_id())));
alter policy own_rows on schedules
  using (company_id = (select current_company_id())
    and ((select current_customer_id()) is null
      or customer_id = (select current_customer_id())));
alter policy own_rows on plans
  using (company_id = (select current_company_id())
    and ((select current_customer_id()) is null
      or customer_id = (select current_customer_id())));
--> statement-breakpoint
-- Only ever inserts, so that two payments of a customer never wait for each other here.
create function record_balance_changes() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents)
      select company_id, customer_id, status, sum(total_cents), sum(paid_cents)
      from new_rows group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents)
      select company_id, customer_id, status, -sum(total_cents), -sum(paid_cents)
      from old_rows group by 1, 2, 3;
  else
    insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents)
      select company_id, customer_id, status, sum(total_cents), sum(paid_cents) from (
        select company_id, customer_id, status, total_cents, paid_cents from new_rows
        union all
        select company_id, customer_id, status, -total_cents, -paid_cents from old_rows) changed
      group by 1, 2, 3
      having sum(total_cents) <> 0 or sum(paid_cents) <> 0;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger balance_grows after insert on invoices referencing new table as new_rows
  for each statement execute function record_balance_changes();
create trigger balance_changes after update on invoices
  referencing old table as old_rows new table as new_rows
  for each statement execute function record_balance_changes();
create trigger balance_shrinks after delete on invoices referencing old table as old_rows
  for each statement execute function record_balance_changes();
--> statement-breakpoint
insert into balance_changes (company_id, customer_id, status, total_cents, paid_cents, is_folded)
  select company_id, customer_id, status, sum(total_cents), sum(paid_cents), true
  from invoices group by 1, 2, 3;
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
    'select id from invoices where company_id = $1 and customer_id = $2 and (search_text like $3 %s) %s %s
      order by %s %s, id %s limit %s',
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
revoke execute on function find_own_invoices from public;
grant execute on function find_own_invoices to quittance_portal;
