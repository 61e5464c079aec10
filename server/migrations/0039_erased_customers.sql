-- brief: the constraint is validated in the next file, and only rows of erased customers are updated or deleted
-- Nothing is stored about a person after the erasure (R54), by any caller.
ALTER TABLE "customers" ADD CONSTRAINT "erased_customer_is_nobody" CHECK ("customers"."erased_at" is null or ("customers"."first_name" = 'Erased' and "customers"."last_name" = 'customer'
        and num_nonnulls("customers"."business_name", "customers"."born_on", "customers"."address", "customers"."language") = 0
        and not "customers"."is_auto_pay_active")) NOT VALID;--> statement-breakpoint
create function refuse_erased_customer() returns trigger language plpgsql as $$
declare erased timestamptz;
begin
  -- Waits for an erasure in progress, which locks the row completely, and lets one that comes later wait.
  select erased_at into erased from customers
    where company_id = new.company_id and id = new.customer_id for key share;
  if erased is not null then
    raise exception 'a row of an erased customer violates check constraint "row_is_not_of_an_erased_customer"'
      using errcode = 'check_violation', constraint = 'row_is_not_of_an_erased_customer';
  end if;
  return new;
end
$$;
--> statement-breakpoint
-- Clears what was written during and after earlier erasures.
do $$
declare name text;
begin
  foreach name in array array[
    'contact_proofs', 'sign_in_tokens', 'contacts', 'copy_contacts', 'muted_mails', 'bearers', 'sessions',
    'devices', 'passkeys', 'spent_challenges', 'calendar_feeds', 'field_sessions', 'metadata',
    'contract_documents', 'invoice_attachments'
  ] loop
    execute format('delete from %I t using customers c where c.company_id = t.company_id
      and c.id = t.customer_id and c.erased_at is not null', name);
  end loop;
end
$$;
update customers set first_name = 'Erased', last_name = 'customer', business_name = null, born_on = null,
    address = null, language = null, is_auto_pay_active = false where erased_at is not null;
update inquiries t set text = null, answer = null from customers c
  where c.company_id = t.company_id and c.id = t.customer_id and c.erased_at is not null;
update attempts t set client_address = null, claimed_device = null from customers c
  where c.company_id = t.company_id and c.id = t.customer_id and c.erased_at is not null
    and num_nonnulls(t.client_address, t.claimed_device) > 0;
update capabilities t set note = null, revoked_at = coalesce(t.revoked_at, now()) from customers c
  where c.company_id = t.company_id and c.id = t.customer_id and c.erased_at is not null;
update plan_pauses t set note = null, answer = null from customers c
  where c.company_id = t.company_id and c.id = t.customer_id and c.erased_at is not null;
update payment_methods t set identity = null from customers c
  where c.company_id = t.company_id and c.id = t.customer_id and c.erased_at is not null;
update intents t set evidence = '{"ipAddress": "", "userAgent": ""}' from customers c
  where c.company_id = t.company_id and c.id = t.customer_id and c.erased_at is not null;
update method_setups t set evidence = '{"ipAddress": "", "userAgent": ""}' from customers c
  where c.company_id = t.company_id and c.id = t.customer_id and c.erased_at is not null;
--> statement-breakpoint
-- Rows that only have amounts and states are not refused, because money can still arrive or be returned.
do $$
declare name text;
begin
  foreach name in array array[
    'bearers', 'calendar_feeds', 'capabilities', 'contact_proofs', 'contacts', 'contract_documents', 'contracts',
    'copy_contacts', 'devices', 'estimates', 'field_sessions', 'inquiries', 'intents', 'invoice_attachments',
    'invoices', 'metadata', 'method_setups', 'muted_mails', 'orders', 'passkeys', 'plan_pauses', 'plans',
    'projects', 'schedules', 'sessions', 'sign_in_tokens', 'spent_challenges'
  ] loop
    execute format('create trigger not_of_an_erased_customer before insert on %I
      for each row execute function refuse_erased_customer()', name);
  end loop;
end
$$;
create trigger not_of_an_erased_customer before insert or update of client_address, claimed_device on attempts
  for each row when (nullif(new.client_address, '') is not null or new.claimed_device is not null)
  execute function refuse_erased_customer();
create trigger not_of_an_erased_customer before insert on mandates
  for each row when (new.evidence <> '{"ipAddress": "", "userAgent": ""}')
  execute function refuse_erased_customer();
create trigger not_of_an_erased_customer before insert or update of identity on payment_methods
  for each row when (new.identity is not null) execute function refuse_erased_customer();
-- Invoices that are paid together have only amounts, and staff can record a payment of them.
create trigger not_of_an_erased_customer before insert on requests
  for each row when (new.kind <> 'INVOICES') execute function refuse_erased_customer();
create trigger text_is_not_of_an_erased_customer before update of text, answer on inquiries
  for each row when (num_nonnulls(new.text, new.answer) > 0) execute function refuse_erased_customer();
create trigger text_is_not_of_an_erased_customer before update of note, answer on plan_pauses
  for each row when (num_nonnulls(new.note, new.answer) > 0) execute function refuse_erased_customer();
create trigger text_is_not_of_an_erased_customer before update of note on capabilities
  for each row when (new.note is not null) execute function refuse_erased_customer();
create trigger text_is_not_of_an_erased_customer before update of evidence on intents
  for each row when (new.evidence <> '{"ipAddress": "", "userAgent": ""}') execute function refuse_erased_customer();
create trigger text_is_not_of_an_erased_customer before update of evidence on method_setups
  for each row when (new.evidence <> '{"ipAddress": "", "userAgent": ""}') execute function refuse_erased_customer();
--> statement-breakpoint
-- As before, with the language.
create or replace function erase_person(company uuid, person uuid, at timestamptz) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  blank constant jsonb := '{"ipAddress": "", "userAgent": ""}';
begin
  if company is distinct from current_company_id() or current_customer_id() is not null then
    raise insufficient_privilege using message = 'a person is erased by their company';
  end if;
  update customers set first_name = 'Erased', last_name = 'customer', business_name = null,
      born_on = null, address = null, language = null, erased_at = coalesce(erased_at, at)
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
