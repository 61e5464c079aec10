-- The places of events of many objects at once; each object is given once. As in `next_event_place`, a position is taken
-- while the counter of its object is locked.
create function next_event_places(company uuid, objects uuid[])
  returns table (object uuid, sequence bigint, place bigint)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if company <> current_company_id() then
    raise insufficient_privilege using message = 'events belong to the company of the transaction';
  end if;
  return query
    with counted as (
      insert into event_counters as counter (company_id, object_id, last)
        select company, given.id, 1 from unnest(objects) with ordinality as given (id, at) order by given.at
        on conflict (company_id, object_id) do update set last = counter.last + 1
        returning counter.object_id, counter.last
    )
    select counted.object_id, counted.last, nextval('event_positions') from counted;
end
$$;
--> statement-breakpoint
-- An id of version 7, which begins with the time: rows that are added together are neighbors in every index.
create function time_ordered_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
--> statement-breakpoint
revoke all on function next_event_places(uuid, uuid[]) from public;
grant execute on function next_event_places(uuid, uuid[]) to quittance_provider;
