CREATE TABLE "contract_documents" (
	"company_id" uuid NOT NULL,
	"contract_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contract_documents_company_id_contract_id_pk" PRIMARY KEY("company_id","contract_id"),
	CONSTRAINT "contract_document_has_its_size" CHECK ("contract_documents"."size" = octet_length("contract_documents"."content")),
	CONSTRAINT "contract_document_is_within_the_limit" CHECK ("contract_documents"."size" between 1 and 10485760)
);
--> statement-breakpoint
ALTER TABLE "contract_documents" ADD CONSTRAINT "contract_documents_company_id_contract_id_contracts_company_id_id_fk" FOREIGN KEY ("company_id","contract_id") REFERENCES "public"."contracts"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- A PDF file is compressed already.
alter table contract_documents alter column content set storage external;
grant select on contract_documents to quittance_portal;
grant insert, update (name, content, size, sha256, created_at), delete on contract_documents
  to quittance_provider;
alter table contract_documents enable row level security;
create policy own_rows on contract_documents to quittance_portal
  using (company_id = (select current_company_id()) and exists (
    select from contracts
    where contracts.company_id = contract_documents.company_id
      and contracts.id = contract_documents.contract_id));
--> statement-breakpoint
-- As in 0030, and the documents of the person's contracts are deleted.
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
  delete from field_sessions where company_id = company and customer_id = person;
  delete from contract_documents where company_id = company and contract_id in (
    select id from contracts where company_id = company and customer_id = person);
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
