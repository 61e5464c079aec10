-- brief: new columns have constant defaults, constraints are validated in the next file, and only invoices and customers
-- with credit notes are updated
-- What may still be given back on an invoice, and which credit was used for what (R112).
CREATE TABLE "credit_uses" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"attempt_id" uuid,
	"refund_id" uuid,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "credit_uses_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "credit_use_is_positive" CHECK ("credit_uses"."amount_cents" > 0),
	CONSTRAINT "credit_is_used_by_a_payment_or_a_refund" CHECK (num_nonnulls("credit_uses"."attempt_id", "credit_uses"."refund_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refund_from_credit_is_owed_again";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "is_fee_keepable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "noted_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "refunding_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "credit_used_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "credit_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "keeps_fee" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reserved" jsonb;--> statement-breakpoint
ALTER TABLE "credit_uses" ADD CONSTRAINT "credit_uses_company_id_source_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","source_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_uses" ADD CONSTRAINT "credit_uses_company_id_attempt_id_attempts_company_id_id_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_uses" ADD CONSTRAINT "credit_uses_company_id_refund_id_refunds_company_id_id_fk" FOREIGN KEY ("company_id","refund_id") REFERENCES "public"."refunds"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uses_of_credit" ON "credit_uses" USING btree ("company_id","source_id");--> statement-breakpoint
CREATE INDEX "credit_used_by_attempt" ON "credit_uses" USING btree ("company_id","attempt_id") WHERE "credit_uses"."attempt_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_used_by_refund" ON "credit_uses" USING btree ("company_id","refund_id") WHERE "credit_uses"."refund_id" is not null;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "voided_invoice_has_no_credit_note_that_stands" CHECK ("invoices"."voided_at" is null or "invoices"."noted_cents" = 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoice_gives_back_at_most_its_total" CHECK (least("invoices"."noted_cents", "invoices"."refunding_cents") >= 0
        and "invoices"."noted_cents" + "invoices"."waived_cents" + "invoices"."refunded_cents" - "invoices"."owed_again_cents" + "invoices"."refunding_cents" <= "invoices"."total_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempt_credit_is_used_once" CHECK ("attempts"."credit_used_cents" between 0 and "attempts"."credit_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_pays_out_credit_within_its_amount" CHECK ("refunds"."credit_cents" between 0 and "refunds"."amount_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_that_pays_out_credit_says_so" CHECK ("refunds"."credit_cents" = 0 or "refunds"."is_from_credit") NOT VALID;--> statement-breakpoint
grant select, insert, delete on credit_uses to quittance_portal;
grant update (credit_used_cents) on attempts to quittance_portal;
grant update (noted_cents, refunding_cents) on invoices to quittance_portal;
grant update (credit_cents, is_from_credit, reserved) on refunds to quittance_portal;
grant update (is_fee_keepable) on companies to quittance_provider;
alter table credit_uses enable row level security;
create policy own_rows on credit_uses to quittance_portal
  using (company_id = current_company_id() and is_in_customer_scope(customer_id));
--> statement-breakpoint
-- An invoice on which more was excused than its total stays below the sum of its notes, which the nightly check reports.
update invoices i set noted_cents = case when i.voided_at is null
    then least(n.noted, greatest(0, i.total_cents - i.waived_cents - i.refunded_cents + i.owed_again_cents)) else 0 end
from (select company_id, invoice_id, sum(amount_cents) as noted from attempts
  where method = 'CREDIT_NOTE' group by company_id, invoice_id) n
where n.company_id = i.company_id and n.invoice_id = i.id;
--> statement-breakpoint
update refunds set credit_cents = amount_cents, keeps_fee = true where is_from_credit;
--> statement-breakpoint
insert into credit_uses (company_id, id, customer_id, source_id, refund_id, amount_cents)
select r.company_id, gen_random_uuid(), r.customer_id, n.id, r.id, r.amount_cents
from refunds r join attempts n on n.company_id = r.company_id and n.id = r.attempt_id
where n.method = 'CREDIT_NOTE' and r.state = 'SUCCEEDED';
--> statement-breakpoint
-- The oldest credit was used first.
insert into credit_uses (company_id, id, customer_id, source_id, attempt_id, refund_id, amount_cents)
select s.company_id, gen_random_uuid(), s.customer_id, s.id, d.attempt_id, d.refund_id,
  least(s.upto, d.upto) - greatest(s.upto - s.amount, d.upto - d.amount)
from (
  select g.company_id, g.customer_id, g.id, g.amount,
    sum(g.amount) over (partition by g.company_id, g.customer_id order by g.created_at, g.id) as upto
  from (
    select n.company_id, n.customer_id, n.id, n.created_at, n.credit_cents - coalesce(sum(u.amount_cents), 0) as amount
    from attempts n left join credit_uses u on u.company_id = n.company_id and u.source_id = n.id
    where n.method = 'CREDIT_NOTE' group by n.company_id, n.id) g) s
join (
  select u.company_id, u.customer_id, u.attempt_id, u.refund_id, u.amount,
    sum(u.amount) over (partition by u.company_id, u.customer_id order by u.created_at, u.id) as upto
  from (
    select company_id, customer_id, id, id as attempt_id, null::uuid as refund_id, created_at, amount_cents as amount
    from attempts where method = 'CREDIT'
    union all
    select company_id, customer_id, id, null, id, created_at, amount_cents from refunds
    where is_from_credit and state in ('REQUESTED', 'SENT', 'PENDING')) u) d
  on d.company_id = s.company_id and d.customer_id = s.customer_id
where least(s.upto, d.upto) > greatest(s.upto - s.amount, d.upto - d.amount);
--> statement-breakpoint
update attempts a set credit_used_cents = u.used
from (select company_id, source_id, sum(amount_cents) as used from credit_uses group by company_id, source_id) u
where u.company_id = a.company_id and u.source_id = a.id;
