CREATE TABLE "invoice_holds" (
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"holder_id" uuid NOT NULL,
	CONSTRAINT "one_holder_per_invoice" PRIMARY KEY("company_id","invoice_id") DEFERRABLE INITIALLY DEFERRED
);
--> statement-breakpoint
DROP INDEX "one_open_attempt_per_part";--> statement-breakpoint
ALTER TABLE "invoice_holds" ADD CONSTRAINT "invoice_holds_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "posting_accounts_are_known" CHECK ("postings"."source" ~ '^(fee_income|returns|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):(stripe|payengine|fiserv|manual))$' and "postings"."destination" ~ '^(fee_income|returns|receivable:((order|estimate):)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|customer_credit:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(clearing|disputed):(stripe|payengine|fiserv|manual))$');--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "posting_credits_its_own_customer" CHECK ((not starts_with("postings"."source", 'customer_credit:') or "postings"."source" = 'customer_credit:' || "postings"."customer_id") and (not starts_with("postings"."destination", 'customer_credit:') or "postings"."destination" = 'customer_credit:' || "postings"."customer_id"));
--> statement-breakpoint
-- Nobody reads or writes it but the triggers, which run as its owner.
alter table invoice_holds enable row level security;
--> statement-breakpoint
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
insert into invoice_holds (company_id, invoice_id, holder_id)
  select company_id, invoice_id, id from attempts where invoice_id is not null
    and state in ('SENT', 'ACTION_REQUIRED', 'UNKNOWN', 'PENDING')
  union all select company_id, invoice_id, attempt_id from attempt_parts where is_open
  union all select company_id, invoice_id, id from intents where invoice_id is not null
    and state in ('PREPARED', 'OFFERED');
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name
    using errcode = 'check_violation', constraint = tg_table_name || '_are_append_only';
end
$$;
create trigger append_only before update or delete on postings
  for each statement execute function refuse_change();
create trigger append_only before update or delete on attempt_moves
  for each statement execute function refuse_change();
--> statement-breakpoint
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
--> statement-breakpoint
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
create trigger within_payment before insert on refunds for each row
  when (new.origin in ('OVERPAYMENT', 'PROVIDER', 'MANUAL'))
  execute function refund_is_within_its_payment();
