-- The second wall (ADR 0021). Requests of portal users run as quittance_portal, which owns nothing:
-- it has only the grants below, and policies show it the rows of one company and, where a customer
-- is known, of that customer alone. The owner of the tables is not bound by the policies.

-- Roles belong to the whole cluster, not to a database, so the role may be there already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'quittance_portal') then
    begin
      create role quittance_portal nologin nosuperuser nocreatedb nocreaterole noreplication
        nobypassrls;
    exception when duplicate_object or unique_violation then
      null; -- another database of the cluster was migrated at the same moment
    end;
  end if;

  -- A superuser may become anybody; everybody else must be a member to say `set role`.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant quittance_portal to %I', current_user);
    exception when insufficient_privilege then
      if not pg_has_role(current_user, 'quittance_portal', 'member') then
        raise;
      end if;
    end;
  end if;
end
$$;
--> statement-breakpoint
-- In whose name the transaction runs. Settings that are missing or empty match no row.
create function current_company_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;
--> statement-breakpoint
create function current_customer_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.customer_id', true), '')::uuid;
--> statement-breakpoint
-- Without a customer the whole company is meant: a job, a webhook.
create function is_in_customer_scope(customer_id uuid) returns boolean language sql stable
  parallel safe
  return current_customer_id() is null or customer_id = current_customer_id();
--> statement-breakpoint
-- Rows are never deleted by the portal, except the lines of a partial request that is still being
-- put together. Columns that say what a row is (keys, amounts owed, owners) cannot be updated.
grant usage on schema public to quittance_portal;
grant select on companies to quittance_portal;

grant select, update (first_name, last_name, born_on, auto_pay_method_id, is_auto_pay_active)
  on customers to quittance_portal;
grant select, insert,
  update (value, is_primary, is_enabled, verified_at, removed_at, removal_reason)
  on contacts to quittance_portal;
grant select, insert,
  update (brand, expires_month, expires_year, token_sealed, scheme_reference, state, removed_at)
  on payment_methods to quittance_portal;
grant select, insert, update (revoked_at) on mandates to quittance_portal;

grant select on projects to quittance_portal;
grant select, update (status, paid_cents) on orders to quittance_portal;
grant select, update (status, accepted_at) on estimates to quittance_portal;
grant select, update (status, paid_cents) on contracts to quittance_portal;

grant select,
  update (paid_cents, status, status_before, negotiation, attached_method_id, version)
  on invoices to quittance_portal;
-- Nothing of a request changes; the right to update one column is the right to lock the row.
grant select, insert, update (created_at) on requests to quittance_portal;
grant select, insert, update (amount_cents), delete on request_orders to quittance_portal;

grant select, insert,
  update (
    state, credit_cents, method_id, method_brand, method_last4, mandate_id, processor_reference,
    response_code, response_message, next_check_at, check_count, settled_at
  ) on attempts to quittance_portal;
grant select, insert on attempt_moves, postings, audit, idempotency_keys to quittance_portal;

grant select, insert, update (state, method_id, mandate_id) on schedules, plans to quittance_portal;
grant select, insert, update (status) on installments to quittance_portal;

grant select, insert, update (expires_at, revoked_at, last_used_at, use_count)
  on capabilities to quittance_portal;
grant select, insert, update (last_seen_at, expires_at, revoked_at) on sessions to quittance_portal;

-- Facts go into the outbox and are read again only by the deliverer.
grant insert, select (company_id, id) on outbox to quittance_portal;
grant select, insert, update (processed_at, tries) on webhook_events to quittance_portal;
-- company_secrets: nothing, on purpose.
--> statement-breakpoint
alter table companies enable row level security;
alter table company_secrets enable row level security;
alter table customers enable row level security;
alter table contacts enable row level security;
alter table payment_methods enable row level security;
alter table mandates enable row level security;
alter table projects enable row level security;
alter table orders enable row level security;
alter table estimates enable row level security;
alter table contracts enable row level security;
alter table invoices enable row level security;
alter table requests enable row level security;
alter table request_orders enable row level security;
alter table attempts enable row level security;
alter table attempt_moves enable row level security;
alter table postings enable row level security;
alter table idempotency_keys enable row level security;
alter table schedules enable row level security;
alter table plans enable row level security;
alter table installments enable row level security;
alter table capabilities enable row level security;
alter table sessions enable row level security;
alter table outbox enable row level security;
alter table webhook_events enable row level security;
alter table audit enable row level security;
--> statement-breakpoint
create policy own_company on companies for select to quittance_portal
  using (company_id = current_company_id());
create policy own_rows on customers to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(id));
create policy own_rows on contacts to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on payment_methods to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on mandates to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on projects to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on orders to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on estimates to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on contracts to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on invoices to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on requests to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on attempts to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on schedules to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on plans to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on capabilities to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
create policy own_rows on sessions to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
--> statement-breakpoint
-- Rows without a customer of their own are seen with their parent: the parent's policy decides.
create policy own_rows on request_orders to quittance_portal
  using (company_id = current_company_id() and exists (
    select from requests
    where requests.company_id = request_orders.company_id
      and requests.id = request_orders.request_id));
create policy own_rows on installments to quittance_portal
  using (company_id = current_company_id() and exists (
    select from plans
    where plans.company_id = installments.company_id and plans.id = installments.plan_id));
create policy own_rows on attempt_moves to quittance_portal
  using (company_id = current_company_id() and exists (
    select from attempts
    where attempts.company_id = attempt_moves.company_id
      and attempts.id = attempt_moves.attempt_id));
create policy own_rows on postings to quittance_portal
  using (company_id = current_company_id() and exists (
    select from attempts
    where attempts.company_id = postings.company_id and attempts.id = postings.attempt_id));
create policy own_rows on idempotency_keys to quittance_portal
  using (company_id = current_company_id() and exists (
    select from attempts
    where attempts.company_id = idempotency_keys.company_id
      and attempts.id = idempotency_keys.attempt_id));
--> statement-breakpoint
-- What belongs to the company as a whole: a customer may cause such rows but not read them. (The
-- two columns of the outbox that are granted say nothing.)
create policy own_company_reads on outbox for select to quittance_portal
  using (company_id = current_company_id());
create policy own_company_writes on outbox for insert to quittance_portal
  with check (company_id = current_company_id());
create policy company_reads on audit for select to quittance_portal
  using (company_id = current_company_id() and current_customer_id() is null);
create policy own_company_writes on audit for insert to quittance_portal
  with check (company_id = current_company_id());
create policy company_only on webhook_events to quittance_portal
  using (company_id = current_company_id() and current_customer_id() is null);
--> statement-breakpoint
-- Jobs are added inside the business transaction, hence as quittance_portal, which has no rights in
-- the queue's schema. The body is text and not `return`, so that graphile-worker's own migrations
-- may replace the function it calls.
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
revoke all on function enqueue_job(text, json, timestamptz, text) from public;
grant execute on function enqueue_job(text, json, timestamptz, text) to quittance_portal;
