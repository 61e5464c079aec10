CREATE TABLE "devices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"user_agent" text NOT NULL,
	CONSTRAINT "devices_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "signed_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_company_id_customer_id_customers_company_id_id_fk" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_of_customer" ON "devices" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "devices_by_end" ON "devices" USING btree (coalesce("revoked_at", "expires_at"));
--> statement-breakpoint
grant select, insert, update (revoked_at) on devices to quittance_portal;
alter table devices enable row level security;
create policy own_rows on devices to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
--> statement-breakpoint
-- As in 0042, and the devices that stay signed in.
create or replace function erase_person(company uuid, person uuid, at timestamptz) returns void
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
