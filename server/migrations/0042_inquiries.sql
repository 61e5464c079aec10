CREATE TABLE "inquiries" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"is_by_link" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "inquiries_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "inquiry_kind_is_known" CHECK ("inquiries"."kind" in ('QUESTION', 'DISPUTE')),
	CONSTRAINT "inquiry_is_of_bounded_length" CHECK (length("inquiries"."text") <= 2000),
	CONSTRAINT "answer_is_of_bounded_length" CHECK (length("inquiries"."answer") <= 4000),
	CONSTRAINT "an_answer_has_its_time" CHECK ("inquiries"."answer" is null or "inquiries"."answered_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "company_notices" DROP CONSTRAINT "notice_kind_is_known";--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_inquiry_per_invoice" ON "inquiries" USING btree ("company_id","invoice_id") WHERE "inquiries"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "inquiries_of_invoice" ON "inquiries" USING btree ("company_id","invoice_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inquiries_of_customer" ON "inquiries" USING btree ("company_id","customer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inquiries_by_time" ON "inquiries" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "open_inquiries" ON "inquiries" USING btree ("company_id","created_at","id") WHERE "inquiries"."answered_at" is null;--> statement-breakpoint
ALTER TABLE "company_notices" ADD CONSTRAINT "notice_kind_is_known" CHECK ("company_notices"."kind" in ('PAID', 'RETURNED', 'HELD', 'DISPUTED', 'QUESTION', 'ENDPOINT_PAUSED'));
--> statement-breakpoint
grant select, insert on inquiries to quittance_portal;
grant update (answer, answered_at) on inquiries to quittance_provider;
alter table inquiries enable row level security;
create policy own_rows on inquiries to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
--> statement-breakpoint
-- As in 0034, and the texts of questions, disputes and answers.
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
