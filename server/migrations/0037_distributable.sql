-- compatible: servers of the previous release insert without the customer, and a trigger fills it in.
-- What a distributed table cannot have is replaced (ADR 0084): unique keys without the company, policies that read
-- another table, identity columns. Servers of the previous release keep running on it.
ALTER TABLE "bearers" DROP CONSTRAINT "bearer_token_is_unique";--> statement-breakpoint
ALTER TABLE "capabilities" DROP CONSTRAINT "capability_token_is_unique";--> statement-breakpoint
ALTER TABLE "contact_proofs" DROP CONSTRAINT "contact_proof_is_unique";--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "session_token_is_unique";--> statement-breakpoint
ALTER TABLE "sign_in_tokens" DROP CONSTRAINT "sign_in_token_is_unique";--> statement-breakpoint
DROP INDEX "api_key_hash_is_unique";--> statement-breakpoint
-- The hash comes first: a token that names no company is found by it alone.
CREATE UNIQUE INDEX "api_key_hash_is_unique" ON "api_keys" USING btree ("key_hash","company_id");--> statement-breakpoint
ALTER TABLE "bearers" ADD CONSTRAINT "bearer_token_is_unique" UNIQUE("token_hash","company_id");--> statement-breakpoint
ALTER TABLE "capabilities" ADD CONSTRAINT "capability_token_is_unique" UNIQUE("token_hash","company_id");--> statement-breakpoint
ALTER TABLE "contact_proofs" ADD CONSTRAINT "contact_proof_is_unique" UNIQUE("token_hash","company_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "session_token_is_unique" UNIQUE("token_hash","company_id");--> statement-breakpoint
ALTER TABLE "sign_in_tokens" ADD CONSTRAINT "sign_in_token_is_unique" UNIQUE("token_hash","company_id");--> statement-breakpoint
ALTER TABLE "balance_changes" DROP CONSTRAINT "balance_changes_pkey";--> statement-breakpoint
ALTER TABLE "balance_changes" ADD CONSTRAINT "balance_changes_company_id_id_pk" PRIMARY KEY("company_id","id");--> statement-breakpoint
-- A sequence of the same name continues where the identity column was. Whoever inserts needs the right to use it.
do $$
declare
  numbered record;
  reached bigint;
  was_used boolean;
begin
  for numbered in select * from (values
    ('attempt_moves', 'id'), ('postings', 'id'), ('audit', 'id'), ('balance_changes', 'id'),
    ('webhook_deliveries', 'position')) as given (name, attribute)
  loop
    execute format('lock table %I in access exclusive mode', numbered.name);
    execute format('select last_value, is_called from %I',
      numbered.name || '_' || numbered.attribute || '_seq') into reached, was_used;
    execute format('alter table %I alter column %I drop identity', numbered.name, numbered.attribute);
    execute format('create sequence %1$I owned by %2$I.%3$I',
      numbered.name || '_' || numbered.attribute || '_seq', numbered.name, numbered.attribute);
    perform setval(format('%I', numbered.name || '_' || numbered.attribute || '_seq'), reached, was_used);
    execute format('alter table %I alter column %I set default nextval(%L)', numbered.name,
      numbered.attribute, numbered.name || '_' || numbered.attribute || '_seq');
    execute format('grant usage on sequence %I to quittance_portal',
      numbered.name || '_' || numbered.attribute || '_seq');
  end loop;
end
$$;
--> statement-breakpoint
ALTER TABLE "installments" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "request_orders" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "attempt_moves" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "contract_documents" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
update installments child set customer_id = parent.customer_id from plans parent
  where parent.company_id = child.company_id and parent.id = child.plan_id;
update invoice_lines child set customer_id = parent.customer_id from invoices parent
  where parent.company_id = child.company_id and parent.id = child.invoice_id;
update request_orders child set customer_id = parent.customer_id from requests parent
  where parent.company_id = child.company_id and parent.id = child.request_id;
update contract_documents child set customer_id = parent.customer_id from contracts parent
  where parent.company_id = child.company_id and parent.id = child.contract_id;
update attempt_moves child set customer_id = parent.customer_id from attempts parent
  where parent.company_id = child.company_id and parent.id = child.attempt_id;
update idempotency_keys child set customer_id = parent.customer_id from attempts parent
  where parent.company_id = child.company_id and parent.id = child.attempt_id;
update postings child set customer_id = parent.customer_id from attempts parent
  where parent.company_id = child.company_id and parent.id = child.attempt_id;
update disputes child set customer_id = parent.customer_id from attempts parent
  where parent.company_id = child.company_id and parent.id = child.attempt_id;
update refunds child set customer_id = parent.customer_id from attempts parent
  where parent.company_id = child.company_id and parent.id = child.attempt_id;
--> statement-breakpoint
ALTER TABLE "installments" ALTER COLUMN "customer_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_lines" ALTER COLUMN "customer_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "request_orders" ALTER COLUMN "customer_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "attempt_moves" ALTER COLUMN "customer_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "customer_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ALTER COLUMN "customer_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_documents" ALTER COLUMN "customer_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ALTER COLUMN "customer_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "customer_id" SET NOT NULL;--> statement-breakpoint
-- Servers of the previous release insert without the customer: it is that of the parent, as its reader sees it. The
-- next release drops these triggers, and so does `quittance scale distribute`.
create function fill_customer() returns trigger language plpgsql as $$
begin
  execute format('select customer_id from %I where company_id = $1 and id = $2', tg_argv[0])
    into new.customer_id using new.company_id, (to_jsonb(new) ->> tg_argv[1])::uuid;
  return new;
end
$$;
--> statement-breakpoint
create trigger fill_customer before insert on installments for each row
  when (new.customer_id is null) execute function fill_customer('plans', 'plan_id');
create trigger fill_customer before insert on invoice_lines for each row
  when (new.customer_id is null) execute function fill_customer('invoices', 'invoice_id');
create trigger fill_customer before insert on request_orders for each row
  when (new.customer_id is null) execute function fill_customer('requests', 'request_id');
create trigger fill_customer before insert on contract_documents for each row
  when (new.customer_id is null) execute function fill_customer('contracts', 'contract_id');
create trigger fill_customer before insert on attempt_moves for each row
  when (new.customer_id is null) execute function fill_customer('attempts', 'attempt_id');
create trigger fill_customer before insert on idempotency_keys for each row
  when (new.customer_id is null) execute function fill_customer('attempts', 'attempt_id');
create trigger fill_customer before insert on postings for each row
  when (new.customer_id is null) execute function fill_customer('attempts', 'attempt_id');
create trigger fill_customer before insert on disputes for each row
  when (new.customer_id is null) execute function fill_customer('attempts', 'attempt_id');
create trigger fill_customer before insert on refunds for each row
  when (new.customer_id is null) execute function fill_customer('attempts', 'attempt_id');
--> statement-breakpoint
alter policy own_rows on installments
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter policy own_rows on invoice_lines
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter policy own_rows on request_orders
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter policy own_rows on contract_documents
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter policy own_rows on attempt_moves
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter policy own_rows on idempotency_keys
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter policy own_rows on postings
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter policy own_rows on disputes
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
alter policy own_rows on refunds
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
--> statement-breakpoint
-- `(select current_company_id())` is a query, too.
do $$
declare
  policy record;
  wrapped constant text := '\( SELECT (current_(?:company|customer)_id\(\)) AS current_(?:company|customer)_id\)';
begin
  for policy in select tablename, policyname, qual, with_check from pg_policies
    where schemaname = 'public' and concat(qual, with_check) ~ wrapped
  loop
    if policy.qual is not null then
      execute format('alter policy %I on %I using (%s)', policy.policyname, policy.tablename,
        regexp_replace(policy.qual, wrapped, '\1', 'g'));
    end if;
    if policy.with_check is not null then
      execute format('alter policy %I on %I with check (%s)', policy.policyname, policy.tablename,
        regexp_replace(policy.with_check, wrapped, '\1', 'g'));
    end if;
  end loop;
end
$$;
--> statement-breakpoint
-- As in 0019, one insert for each changed sum: on a distributed table the trigger runs beside the shard, where a
-- statement cannot join the changed rows with another table.
create or replace function record_balance_changes() returns trigger language plpgsql security definer
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
--> statement-breakpoint
-- Events are counted and numbered in the name of whoever writes them, since a transaction on distributed tables cannot
-- write as two roles. What the functions checked, policies check.
grant select, insert, update (last) on event_counters to quittance_portal;
create policy own_company on event_counters to quittance_portal
  using (company_id = current_company_id());
grant usage on sequence event_positions to quittance_portal;
grant update (number) on provider_events to quittance_provider;
create policy own_company_numbers on provider_events for update to quittance_provider
  using (company_id = current_company_id());
alter function next_event_place(uuid, uuid) security invoker;
alter function next_event_places(uuid, uuid[]) security invoker;
alter function number_events(uuid, integer) security invoker;
