-- brief: new columns have constant defaults, and only stored responses of 30 days are updated
-- Stored responses and queued emails say whom they concern, and an erasure follows that (R54).
ALTER TABLE "outbox" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "provider_calls" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "provider_calls" ADD COLUMN "is_of_many" boolean DEFAULT false NOT NULL;--> statement-breakpoint
grant update (customer_id, is_of_many) on provider_calls to quittance_provider;
--> statement-breakpoint
update provider_calls p set customer_id = o.customer_id from (
  select company_id, id, id as customer_id from customers
  union all select company_id, id, customer_id from invoices
  union all select company_id, id, customer_id from attempts
  union all select company_id, id, customer_id from inquiries
  union all select company_id, id, customer_id from invoice_attachments
  union all select company_id, id, customer_id from capabilities
  union all select company_id, id, customer_id from requests
  union all select company_id, id, customer_id from contracts
  union all select company_id, id, customer_id from projects
  union all select company_id, id, customer_id from orders
  union all select company_id, id, customer_id from estimates
  union all select company_id, id, customer_id from refunds
  union all select company_id, id, customer_id from disputes
  union all select company_id, id, customer_id from plans
  union all select company_id, id, customer_id from plan_pauses
  union all select company_id, id, customer_id from schedules
  union all select company_id, id, customer_id from payment_methods
  union all select company_id, id, customer_id from mandates) o
where o.company_id = p.company_id and o.id = p.object_id;
-- A response without an id may be the report of an import.
update provider_calls set is_of_many = true where object_id is null;
--> statement-breakpoint
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
  -- Emails of an earlier release say only in their payload whom they concern.
  delete from outbox where company_id = company and topic = 'mail'
    and (customer_id = person or payload ->> 'customerId' = person::text);

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
