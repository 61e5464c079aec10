-- brief: nothing was released before this version, so no installation has many rows
-- Payments by the last digits of their method and audit entries of people (R78), and the sum billed in a period, for the days that sales are
-- outstanding (R77).
CREATE INDEX "attempts_by_last4" ON "attempts" USING btree ("company_id","method_last4","created_at") WHERE "attempts"."method_last4" is not null;--> statement-breakpoint
CREATE INDEX "audit_by_people" ON "audit" USING btree ("company_id","id") WHERE (actor like 'staff:%' or actor like 'key:%' or actor = 'operator');--> statement-breakpoint
CREATE INDEX "invoices_by_opening" ON "invoices" USING btree ("company_id","opened_on","total_cents") WHERE "invoices"."status" <> 'DRAFT';--> statement-breakpoint
create function sum_own_billed(first_day date, last_day date) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  company constant uuid := case when current_customer_id() is null then current_company_id() end;
begin
  return (
    select coalesce(sum(i.total_cents), 0)::bigint from invoices i
    where i.company_id = company and i.status <> 'DRAFT'
      and i.opened_on between first_day and last_day);
end
$$;--> statement-breakpoint
revoke all on function sum_own_billed from public;--> statement-breakpoint
grant execute on function sum_own_billed to quittance_provider;
