-- brief: nothing was released before this version, so no installation has many rows
-- What an invoice was settled by (R91): money, a waiver, a credit; what was given back, and is owed again.
ALTER TABLE "invoices" ADD COLUMN "waived_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "credited_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "owed_again_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
grant update (waived_cents, credited_cents, refunded_cents, owed_again_cents, updated_at) on invoices
  to quittance_portal;--> statement-breakpoint
update invoices i set waived_cents = s.waived, refunded_cents = s.refunded, owed_again_cents = s.owed_again
from (
  select m.company_id, m.invoice_id, sum(m.waived) as waived, sum(m.refunded) as refunded,
    sum(m.owed_again) as owed_again
  from (
    select company_id, invoice_id, amount_cents as waived, 0 as refunded, 0 as owed_again from attempts
    where type = 'COMPENSATION' and state = 'SUCCEEDED' and invoice_id is not null
    union all
    select a.company_id, a.invoice_id, 0, r.principal_cents,
      case when r.is_owed_again then r.principal_cents else 0 end
    from refunds r join attempts a on a.company_id = r.company_id and a.id = r.attempt_id
    where r.state in ('SUCCEEDED', 'FAILED') and a.invoice_id is not null
    union all
    select company_id, invoice_id, 0, refunded_cents, owed_again_cents from attempt_parts) m
  group by m.company_id, m.invoice_id) s
where s.company_id = i.company_id and s.invoice_id = i.id and s.waived + s.refunded > 0;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoice_is_owed_again_what_was_refunded" CHECK ("invoices"."owed_again_cents" between 0 and "invoices"."refunded_cents");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoice_is_settled_by_what_was_paid_waived_and_credited" CHECK (least("invoices"."waived_cents", "invoices"."credited_cents") >= 0
        and "invoices"."waived_cents" + "invoices"."credited_cents" <= "invoices"."paid_cents" + "invoices"."owed_again_cents");
