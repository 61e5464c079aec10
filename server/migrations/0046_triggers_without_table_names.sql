-- On a shard, a table has another name. No trigger depends on it. Citus refuses the row as JSON inside of a statement.
create or replace function hold_invoice() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  holder uuid := coalesce(to_jsonb(new) ->> 'attempt_id', to_jsonb(new) ->> 'id');
begin
  insert into invoice_holds (company_id, invoice_id, holder_id)
    values (new.company_id, new.invoice_id, holder);
  return null;
end
$$;
create or replace function free_invoice() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  holder uuid := coalesce(to_jsonb(old) ->> 'attempt_id', to_jsonb(old) ->> 'id');
begin
  delete from invoice_holds
    where company_id = old.company_id and invoice_id = old.invoice_id and holder_id = holder;
  return null;
end
$$;
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a row of an append-only table is not changed'
    using errcode = 'check_violation', constraint = 'rows_are_append_only';
end
$$;
create or replace function is_of_customer_of_invoice() returns trigger language plpgsql as $$
begin
  if new.invoice_id is not null and not exists (select from invoices
      where company_id = new.company_id and id = new.invoice_id and customer_id = new.customer_id) then
    raise exception 'a row names an invoice of another customer'
      using errcode = 'check_violation', constraint = 'row_is_of_the_customer_of_its_invoice';
  end if;
  return null;
end
$$;
create or replace function is_of_customer_of_attempt() returns trigger language plpgsql as $$
begin
  if not exists (select from attempts
      where company_id = new.company_id and id = new.attempt_id and customer_id = new.customer_id) then
    raise exception 'a row names a payment of another customer'
      using errcode = 'check_violation', constraint = 'row_is_of_the_customer_of_its_attempt';
  end if;
  return null;
end
$$;
