ALTER TABLE "invoices" ADD COLUMN "written_off_at" timestamp with time zone;--> statement-breakpoint
grant update (written_off_at) on invoices to quittance_provider;
--> statement-breakpoint
-- A payment of a part used to open a written-off invoice again: such an invoice is written off once more.
update invoices set written_off_at = created_at
where status = 'DEFAULTED' or status_before = 'DEFAULTED';
--> statement-breakpoint
update invoices set written_off_at = audit.at, status = 'DEFAULTED'
from audit
where audit.company_id = invoices.company_id and audit.subject = 'invoice:' || invoices.id
  and audit.action = 'invoice.written_off' and invoices.status in ('DUE', 'IN_COLLECTION');
--> statement-breakpoint
-- The payer took the invoice out of auto-pay by canceling a plan that had no method (R83).
ALTER TABLE "auto_pay_charges" ALTER COLUMN "method_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "auto_pay_charges" ADD CONSTRAINT "live_auto_pay_charge_has_its_method" CHECK ("auto_pay_charges"."state" <> 'LIVE' or "auto_pay_charges"."method_id" is not null);
