-- brief: the new column has a constant default, constraints of large tables are validated in the next file, the index
-- has only payments that staff recorded and credit notes, and only invoices that are written off get new rows
-- Payments as they arrive: numbers per customer, what a short payment leaves, and accounts for write-offs (R101, R102,
-- R115).
ALTER TABLE "attempts" DROP CONSTRAINT "attempt_method_is_known";--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "posting_accounts_are_known";--> statement-breakpoint
DROP INDEX "manual_reference_is_used_once";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "shortfall_max_cents" bigint DEFAULT 500 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "manual_reference_is_used_once" ON "attempts" USING btree ("company_id","method",lower("reference"),(case when "method" = 'CREDIT_NOTE' then "company_id" else "customer_id" end)) WHERE "attempts"."reference" is not null and "attempts"."state" <> 'RETURNED';--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "shortfall_is_not_negative" CHECK ("companies"."shortfall_max_cents" >= 0);--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_method_is_known" CHECK ("attempts"."method" in ('CARD', 'CASH', 'ACH', 'NEGOTIATION', 'CHECK', 'WIRE', 'MONEY_ORDER', 'OTHER', 'CREDIT_NOTE', 'CREDIT', 'WRITE_OFF', 'UNCOLLECTIBLE')) NOT VALID;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "posting_accounts_are_known" CHECK ("postings"."source" ~ '^(fee_income|returns|credit_notes|write_offs|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):[a-z][a-z0-9]{1,30})$' and "postings"."destination" ~ '^(fee_income|returns|credit_notes|write_offs|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):[a-z][a-z0-9]{1,30})$') NOT VALID;--> statement-breakpoint
grant update (shortfall_max_cents) on companies to quittance_provider;
-- What is written off has left the aging.
create or replace function sum_own_owed(today date) returns table (bucket integer, count bigint, amount bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  company constant uuid := case when current_customer_id() is null then current_company_id() end;
begin
  return query
    select b.bucket, sum(b.count)::bigint, sum(b.amount)::bigint
    from (select case when i.status in ('DUE', 'IN_COLLECTION') and i.due_on < today
          then least((today - i.due_on + 29) / 30, 4) else 0 end as bucket,
        count(*) as count, sum(i.balance_cents) as amount
      from invoices i
      where i.company_id = company and i.status in ('DUE', 'IN_COLLECTION', 'PENDING',
        'DISPUTED', 'PAYMENT_PLAN_IN_PROGRESS', 'PAYMENT_EXTENSION')
      group by i.status, i.due_on) b
    group by 1;
end
$$;
--> statement-breakpoint
-- Invoices that were written off before are posted today: the journal of past days does not change.
insert into attempts (company_id, id, request_id, invoice_id, customer_id, purpose, type, initiator, processor, method,
  state, amount_cents, fee_cents, credit_cents, created_at, settled_at)
select i.company_id, gen_random_uuid(), r.id, i.id, i.customer_id, 'FULL_AMOUNT', 'COMPENSATION', 'CIT', 'manual',
  'UNCOLLECTIBLE', 'SUCCEEDED', i.balance_cents, 0, 0, now(), now()
from invoices i join requests r on r.company_id = i.company_id and r.invoice_id = i.id
where i.written_off_at is not null and i.voided_at is null and i.balance_cents > 0;
--> statement-breakpoint
insert into postings (company_id, attempt_id, customer_id, source, destination, amount_cents, at)
select company_id, id, customer_id, 'receivable:' || invoice_id, 'write_offs', amount_cents, created_at
from attempts where method = 'UNCOLLECTIBLE';
