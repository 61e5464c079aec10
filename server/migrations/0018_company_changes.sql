-- Processes keep companies in memory; each change of a row tells them to forget it.
create function announce_company_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('company_changed', old.company_id::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger company_changed after update or delete on companies
  for each row execute function announce_company_change();
