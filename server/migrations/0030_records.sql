ALTER TABLE "customers" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_calls" ADD COLUMN "object_id" uuid;--> statement-breakpoint
CREATE INDEX "audit_of_sign_ins" ON "audit" USING btree ("company_id","actor") WHERE "audit"."action" = 'signed_in';--> statement-breakpoint
CREATE INDEX "provider_calls_of_object" ON "provider_calls" USING btree ("company_id","object_id");
--> statement-breakpoint
grant update (object_id) on provider_calls to quittance_provider;
--> statement-breakpoint
-- Replaces or deletes what is known of a person (R54). It reaches tables that the company's own systems may only append
-- to, so it is the only way there. Mandates keep their evidence, and money stays as it is.
create function erase_person(company uuid, person uuid, at timestamptz) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  blank constant jsonb := '{"ipAddress": "", "userAgent": ""}';
begin
  if company is distinct from current_company_id() or current_customer_id() is not null then
    raise insufficient_privilege using message = 'a person is erased by their company';
  end if;
  update customers set first_name = 'Erased', last_name = 'customer', business_name = null,
      born_on = null, address = null, erased_at = coalesce(erased_at, at)
    where company_id = company and id = person;

  delete from contact_proofs where company_id = company and customer_id = person;
  delete from sign_in_tokens where company_id = company and customer_id = person;
  delete from contacts where company_id = company and customer_id = person;
  delete from bearers where company_id = company and customer_id = person;
  delete from sessions where company_id = company and customer_id = person;
  delete from field_sessions where company_id = company and customer_id = person;
  delete from outbox where company_id = company and topic = 'mail'
    and payload ->> 'customerId' = person::text;

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
--> statement-breakpoint
revoke all on function erase_person(uuid, uuid, timestamptz) from public;
grant execute on function erase_person(uuid, uuid, timestamptz) to quittance_provider;
