-- brief: only creates functions
-- Texts about a person outside of their own tables (R54). Called before erase_person, which deletes the contacts.
create function erase_texts(company uuid, person uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if company is distinct from current_company_id() or current_customer_id() is not null then
    raise insufficient_privilege using message = 'a person is erased by their company';
  end if;
  -- Requested sign-in emails name only the address that was typed.
  delete from outbox o where company_id = company and exists (
    select from contacts c where c.company_id = company and c.customer_id = person
      and position(c.value_key in lower(o.payload::text)) > 0
    union all
    select from copy_contacts c where c.company_id = company and c.customer_id = person
      and position(c.address_key in lower(o.payload::text)) > 0);
  update attempts set note = null
    where company_id = company and customer_id = person and processor = 'manual' and method <> 'CREDIT_NOTE' and note is not null;
  update customers set erase_again_at = null where company_id = company and id = person;
end
$$;
--> statement-breakpoint
-- Called by a restore, as the owner of the tables, for a person who was erased after the backup.
create function erase_again(company uuid, person uuid, at timestamptz) returns void language plpgsql as $$
begin
  update customers set erase_again_at = at where company_id = company and id = person and erased_at is null;
  if found then
    delete from outbox where company_id = company and topic = 'mail'
      and (customer_id = person or payload ->> 'customerId' = person::text);
  end if;
end
$$;
