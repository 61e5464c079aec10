-- brief: only the catalog changes
-- The outbox is numbered by a sequence, like the other tables that are distributed by company (ADR 0084).
do $$
declare
  next_id bigint;
begin
  lock table outbox in access exclusive mode;
  next_id := nextval('outbox_id_seq');
  alter table outbox alter column id drop identity;
  execute format('create sequence outbox_id_seq start with %s owned by outbox.id', next_id);
  alter table outbox alter column id set default nextval('outbox_id_seq');
  grant usage on sequence outbox_id_seq to quittance_portal;
end
$$;
